// What the programs of this folder share: an instance of the SDK for the devnet that the variables name, as
// devnet/.run/env has them, and how they tell what happens: one line of JSON for each progress that the SDK reports, and
// a last one with the result or the error. BigInts are strings in it.
import { createInstance } from '@zama-fhe/relayer-sdk/node';
import { getAddress, JsonRpcProvider } from 'ethers';

/** A variable's value; throws when it is not set. */
export function variable(name) {
  const value = process.env[name];
  if (value === undefined) {
    throw new Error(`${name} is not set`);
  }
  return value;
}

const contract = (name) => getAddress(variable(`DEVNET_${name}_ADDRESS`));

/** An SDK instance; network is where it reads the host chain. Shows the API key SDK_API_KEY when that is set. */
export function connect(network = variable('DEVNET_HOST_URL')) {
  return createInstance({
    aclContractAddress: contract('ACL'),
    kmsContractAddress: contract('KMS_VERIFIER'),
    inputVerifierContractAddress: contract('INPUT_VERIFIER'),
    verifyingContractAddressDecryption: contract('DECRYPTION'),
    verifyingContractAddressInputVerification: contract('INPUT_VERIFICATION'),
    chainId: Number(variable('RELAYER_HOST_CHAINS_0__CHAIN_ID')),
    gatewayChainId: Number(variable('RELAYER_GATEWAY_CHAIN_ID')),
    network,
    relayerUrl: `${variable('DEVNET_API_URL')}/v2`,
    ...(process.env.SDK_API_KEY && { auth: { __type: 'ApiKeyHeader', value: process.env.SDK_API_KEY } }),
  });
}

/**
 * A host chain whose ACL allows every public decryption. With it the SDK asks the relayer for what it would refuse by
 * itself, as a client does whose node lies or is ahead of the relayer's.
 */
export function permissiveHost() {
  const host = new JsonRpcProvider(variable('DEVNET_HOST_URL'));
  const isAllowedForDecryption = '0xc0d02943';
  return {
    request: ({ method, params }) =>
      method === 'eth_call' && params[0].data.startsWith(isAllowedForDecryption)
        ? `0x${'1'.padStart(64, '0')}`
        : host.send(method, params ?? []),
  };
}

/** Reports to the SDK's callers what the SDK reports to its own. */
export const options = {
  onProgress: (progress) => say({ progress: { ...progress, at: Date.now() } }),
};

/** Runs a program and says how it ends; ends the process even when something still waits. */
export async function run(program) {
  let exitCode = 0;
  try {
    say({ result: await program(process.argv.slice(2)) });
  } catch (error) {
    exitCode = 1;
    say({ error: described(error) });
  }
  process.exit(exitCode);
}

function described(error) {
  return {
    name: error.name,
    message: error.message,
    status: error.status,
    relayerApiError: error.relayerApiError,
    bodyJson: error.bodyJson,
    cause: error.cause === undefined ? undefined : String(error.cause.message ?? error.cause),
  };
}

function say(line) {
  process.stdout.write(`${JSON.stringify(line, (_, value) => (typeof value === 'bigint' ? value.toString() : value))}\n`);
}
