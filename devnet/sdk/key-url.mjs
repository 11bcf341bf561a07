// Fetches the FHE public key and the CRS that the relayer names: key-url.mjs
import { createHash } from 'node:crypto';
import { connect, run } from './client.mjs';

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

await run(async () => {
  const instance = await connect();
  const { publicKeyId, publicKey } = instance.getPublicKey();
  const { publicParamsId, publicParams } = instance.getPublicParams(2048);
  return { publicKeyId, publicKey: sha256(publicKey), publicParamsId, publicParams: sha256(publicParams) };
});
