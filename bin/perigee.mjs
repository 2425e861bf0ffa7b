#!/usr/bin/env node
// Starts Perigee on Node 24, which the npm package `node` brings, whatever Node started this file.
import { existsSync } from 'node:fs';
import nodeModule, { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runOnNode } from './run-on-node.mjs';

// The service is a program of its own: docs/decisions/0080-serve-is-its-own-program.md
const bundle = process.argv[2] === 'serve' ? 'serve.mjs' : 'cli.mjs';
const program = fileURLToPath(new URL(`../dist/${bundle}`, import.meta.url));

if (!existsSync(program)) {
  console.error(
    'perigee: dist/ is not built\n  to do: npm install, or npm run build, in ' +
      dirname(dirname(program)),
  );
  process.exit(3);
}
if (Number(process.versions.node.split('.')[0]) >= 24) {
  nodeModule.enableCompileCache?.();
  await import(program);
} else {
  const node = createRequire(import.meta.url).resolve('node/bin/node');
  process.exitCode = await runOnNode(node, [program, ...process.argv.slice(2)]);
}
