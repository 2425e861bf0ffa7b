#!/usr/bin/env node
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pull } from '../src/pull.js';
import { push } from '../src/push.js';
import { serve } from '../src/serve.js';

const usage = `sync serve --root DIR [--index DIR] [--port N]
sync push  --root DIR [--index DIR] --url URL
sync pull  --root DIR [--index DIR] --url URL

The index says what is in step already; by default it lies beside the tree, in DIR.sync-index.`;

async function main(args) {
  const text = { type: 'string' };
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { root: text, index: text, url: text, port: text },
  });
  const command = positionals[0];
  const options = { index: `${join(values.root ?? '.')}.sync-index`, ...values };
  if (values.root === undefined) throw new TypeError('--root is missing');
  if (command === 'serve') return serveUntilStopped(options);
  if (values.url === undefined) throw new TypeError('--url is missing');
  if (command === 'push') return report(await push(options));
  if (command === 'pull') return report(await pull(options));
  throw new TypeError(`no such command: ${command}`);
}

async function serveUntilStopped(options) {
  const server = await serve({ ...options, port: Number(options.port ?? 0) });
  console.log(`listening on ${server.url}`);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void server.close());
}

function report(done) {
  const words = Object.entries(done).map(([what, count]) => `${what} ${count}`);
  console.log(words.join(', '));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const wrongUse = error instanceof TypeError;
  console.error(wrongUse ? `${error.message}\n\n${usage}` : error);
  process.exitCode = wrongUse ? 2 : 1;
}
