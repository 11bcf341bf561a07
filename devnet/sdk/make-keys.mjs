// Makes an FHE public key and a CRS as KMS nodes publish them, in build/: clients can really encrypt with them. Takes
// a minute of computing, so it is done once. The secret key is thrown away: nothing on the devnet decrypts.
import { mkdir, rename, writeFile } from 'node:fs/promises';
import {
  CompactPkeCrs,
  ShortintCompactPublicKeyEncryptionParameters,
  ShortintCompactPublicKeyEncryptionParametersName,
  ShortintParameters,
  ShortintParametersName,
  TfheClientKey,
  TfheCompactPublicKey,
  TfheConfigBuilder,
} from 'node-tfhe';

const FOLDER = new URL('build/', import.meta.url);
const SIZE_LIMIT = 1n << 29n;
// Clients expect a CRS for inputs of up to 2048 bits. One for 64 takes a fraction of the time to make, and proves small
// inputs, a number of 32 bits and a few booleans, in the same way.
const MAX_BITS = 64;

const config = TfheConfigBuilder.default()
  .use_custom_parameters(
    new ShortintParameters(ShortintParametersName.PARAM_MESSAGE_2_CARRY_2_KS_PBS_TUNIFORM_2M128),
  )
  .use_dedicated_compact_public_key_parameters(
    new ShortintCompactPublicKeyEncryptionParameters(
      ShortintCompactPublicKeyEncryptionParametersName.PARAM_PKE_MESSAGE_2_CARRY_2_KS_PBS_TUNIFORM_2M128,
    ),
  )
  .build();

await mkdir(FOLDER, { recursive: true });
await publish('PublicKey', TfheCompactPublicKey.new(TfheClientKey.generate(config)));
await publish('CRS', CompactPkeCrs.from_config(config, MAX_BITS));

async function publish(name, made) {
  // Renamed at the end: what was interrupted is never taken for a key.
  const unfinished = new URL(`${name}.unfinished`, FOLDER);
  await writeFile(unfinished, made.safe_serialize(SIZE_LIMIT));
  await rename(unfinished, new URL(name, FOLDER));
}
