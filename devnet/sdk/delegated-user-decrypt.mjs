// Decrypts a handle of DELEGATOR for the delegate whose private key is SDK_USER_KEY:
// delegated-user-decrypt.mjs HANDLE CONTRACT DELEGATOR
import { getAddress, Wallet } from 'ethers';
import { connect, options, run, variable } from './client.mjs';

const DURATION_DAYS = 1;

await run(async ([handle, contract, delegator]) => {
  const instance = await connect();
  const delegate = new Wallet(variable('SDK_USER_KEY'));
  const contracts = [getAddress(contract)];
  const { publicKey, privateKey } = instance.generateKeypair();
  const start = Math.floor(Date.now() / 1000);
  const { domain, types, message } = instance.createDelegatedUserDecryptEIP712(
    publicKey,
    contracts,
    getAddress(delegator),
    start,
    DURATION_DAYS,
  );
  const signature = await delegate.signTypedData(
    domain,
    { DelegatedUserDecryptRequestVerification: types.DelegatedUserDecryptRequestVerification },
    message,
  );
  return instance.delegatedUserDecrypt(
    [{ handle, contractAddress: contracts[0] }],
    privateKey,
    publicKey,
    signature,
    contracts,
    getAddress(delegator),
    delegate.address,
    start,
    DURATION_DAYS,
    options,
  );
});
