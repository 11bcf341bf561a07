// Decrypts handles for everyone: public-decrypt.mjs [--permissive-host] HANDLE...
import { connect, options, permissiveHost, run } from './client.mjs';

const PERMISSIVE = '--permissive-host';

await run(async (args) => {
  const instance = await connect(args.includes(PERMISSIVE) ? permissiveHost() : undefined);
  return instance.publicDecrypt(args.filter((arg) => arg !== PERMISSIVE), options);
});
