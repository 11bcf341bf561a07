// Encrypts a number of 32 bits and a boolean, and has the proof verified: input-proof.mjs CONTRACT USER NUMBER BOOLEAN
import { getAddress, hexlify } from 'ethers';
import { connect, options, run } from './client.mjs';

await run(async ([contractAddress, userAddress, number, boolean]) => {
  const instance = await connect();
  const input = instance.createEncryptedInput(getAddress(contractAddress), getAddress(userAddress));
  const { handles, inputProof } = await input
    .add32(BigInt(number))
    .addBool(boolean === 'true')
    .encrypt(options);
  return { handles: handles.map((handle) => hexlify(handle)), inputProof: hexlify(inputProof) };
});
