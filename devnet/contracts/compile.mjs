// SPDX-License-Identifier: Apache-2.0
//
// Compiles every contract under src/ and writes build/<Contract>.json with {contractName, abi, bytecode}.
// Warnings fail the build as errors do. The result depends on the sources and the compiler version only.

import {mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join, relative, sep} from 'node:path';
import {fileURLToPath} from 'node:url';
import solc from 'solc';

const root = dirname(fileURLToPath(import.meta.url));
const sourceDirectory = join(root, 'src');
const buildDirectory = join(root, 'build');

function readSources() {
  const files = readdirSync(sourceDirectory, {recursive: true, withFileTypes: true})
    .filter((entry) => entry.isFile() && entry.name.endsWith('.sol'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
  const unitName = (file) => 'src/' + relative(sourceDirectory, file).split(sep).join('/');
  return Object.fromEntries(files.map((file) => [unitName(file), {content: readFileSync(file, 'utf8')}]));
}

function compile(sources) {
  const input = {
    language: 'Solidity',
    sources,
    settings: {
      optimizer: {enabled: true, runs: 200},
      evmVersion: 'cancun',
      metadata: {bytecodeHash: 'none'},
      outputSelection: {'*': {'*': ['abi', 'evm.bytecode.object']}},
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input)));
  const problems = output.errors ?? [];
  problems.forEach((problem) => console.error(problem.formattedMessage));
  if (problems.length > 0) {
    console.error(`solc reported ${problems.length} problem(s)`);
    process.exit(1);
  }
  return output.contracts;
}

function writeArtifacts(contracts) {
  rmSync(buildDirectory, {recursive: true, force: true});
  mkdirSync(buildDirectory);
  const written = new Set();
  for (const [unit, byName] of Object.entries(contracts)) {
    for (const [contractName, {abi, evm}] of Object.entries(byName)) {
      if (evm.bytecode.object === '' || !abi.some((entry) => entry.type === 'function')) {
        continue; // abstract, or a library that others have inlined: nothing to deploy
      }
      if (written.has(contractName)) {
        throw new Error(`two contracts are named ${contractName}; the second is in ${unit}`);
      }
      written.add(contractName);
      const artifact = {contractName, abi, bytecode: '0x' + evm.bytecode.object};
      writeFileSync(join(buildDirectory, `${contractName}.json`), JSON.stringify(artifact, null, 2) + '\n');
    }
  }
  return written.size;
}

const count = writeArtifacts(compile(readSources()));
console.log(`compiled ${count} contracts with solc ${solc.version()}`);
