// Decrypts a handle for the user whose private key is SDK_USER_KEY. Signed with SDK_SIGNING_KEY when that is set, which
// is wrong when it is another one: user-decrypt.mjs HANDLE CONTRACT
import { getAddress, Wallet } from 'ethers';
import { connect, options, run, variable } from './client.mjs';

const DURATION_DAYS = 1;

await run(async ([handle, contract]) => {
  const instance = await connect();
  const user = new Wallet(variable('SDK_USER_KEY'));
  const signer = new Wallet(process.env.SDK_SIGNING_KEY ?? user.privateKey);
  const contracts = [getAddress(contract)];
  const { publicKey, privateKey } = instance.generateKeypair();
  const start = Math.floor(Date.now() / 1000);
  const { domain, types, message } = instance.createEIP712(publicKey, contracts, start, DURATION_DAYS);
  const signature = await signer.signTypedData(
    domain,
    { UserDecryptRequestVerification: types.UserDecryptRequestVerification },
    message,
  );
  return instance.userDecrypt(
    [{ handle, contractAddress: contracts[0] }],
    privateKey,
    publicKey,
    signature,
    contracts,
    user.address,
    start,
    DURATION_DAYS,
    options,
  );
});
