#!/usr/bin/env node
// Starts Perigee. Measuring and judging need Node 20; the service and what looks after it need Node 24.
import { existsSync } from 'node:fs';
import nodeModule, { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const major = Number(process.versions.node.split('.')[0]);
// src/cli/main.ts has the groups of commands.
if (process.argv.slice(2).join(' ') === 'help serve') process.argv.splice(2, 2, 'serve', '--help');
const words = process.argv.slice(2);
const [command] = words;
const called = words.find((word) => !word.startsWith('-') && !['ci', 'suite'].includes(word));
// They keep what they know in node:sqlite.
const needsNode24 = [
  'serve',
  'bot',
  'publish',
  'queue',
  'store',
  'history',
  'alerts',
  'open',
  'export',
  'import',
].includes(called);
// The service is a program of its own: docs/decisions/0101-the-service-loads-the-bot.md
const bundle = command === 'serve' ? 'serve.mjs' : 'cli.mjs';
const asksForHelp = command === 'help' || words.includes('--help') || words.includes('-h');
// Many of them run in one test, so they load nothing else.
const isShell = ['span', 'record'].includes(command) && !['--help', '-h'].includes(words[1]);
const address = new URL(`../dist/${bundle}`, import.meta.url);
const program = fileURLToPath(address);

if (!existsSync(program)) {
  fail('dist/ is not built', `npm install, or npm run build, in ${dirname(dirname(program))}`);
} else if (isShell) {
  // On the Node of the test.
  const { runShell } = await import('../dist/shell.js');
  process.exitCode = await runShell(process.argv.slice(2), process.env);
} else if (major < 20) {
  fail(`this is Node ${process.version}`, 'install Node 20 or newer');
} else if (needsNode24 && !asksForHelp && major < 24) {
  const node = findNode();
  if (node === undefined) {
    fail(
      `\`perigee ${called}\` needs Node 24 for its embedded database; this is Node ${process.version}`,
      'install Node 24, or run `npm install node@24` beside Perigee: it is found there',
    );
  } else {
    const { runOnNode } = await import('./run-on-node.mjs');
    process.exitCode = await runOnNode(node, [program, ...process.argv.slice(2)]);
  }
} else {
  nodeModule.enableCompileCache?.();
  // Not its path: on Windows that begins with a drive, which reads as the scheme of a URL.
  await import(address.href);
}

/** The Node of the npm package `node`, where that is installed. */
function findNode() {
  try {
    const ending = process.platform === 'win32' ? '.exe' : '';
    return createRequire(import.meta.url).resolve(`node/bin/node${ending}`);
  } catch {
    return undefined;
  }
}

function fail(seen, remedy) {
  console.error(`perigee: ${seen}\n  to do: ${remedy}`);
  process.exitCode = 3;
}
