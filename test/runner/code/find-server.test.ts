import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { linuxOnly } from '../../linux-only.ts';
import { describeTalk } from '../../../src/contract/observation.ts';
import { findServer } from '../../../src/runner/code/find-server.ts';
import { makeFolder } from '../stage/make-repository.ts';

const started: ChildProcess[] = [];
afterEach(() => {
  for (const one of started.splice(0)) one.kill('SIGKILL');
});

const listen = `const { createServer } = require('node:net');
const server = createServer().listen(process.argv[2] ?? { port: 0, host: '127.0.0.1' }, () => {
  console.log(JSON.stringify(server.address()));
});
`;

/** @returns where a server of Node answers that was started in a folder */
async function serve(folder: string, script: string, ...args: string[]): Promise<string> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(script, listen);
  const server = spawn(process.execPath, [script, ...args], { cwd: folder });
  started.push(server);
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  const address = JSON.parse(line.toString()) as string | { port: number };
  return typeof address === 'string' ? address : `127.0.0.1 port ${address.port}`;
}

/** What a process sees that starts when a server already runs. */
const asked = (peer: string, root: string) => findServer([describeTalk(peer)], [root], Infinity);

linuxOnly('a server that works in the checkout of the user is found by its port', async () => {
  const root = makeFolder();
  const peer = await serve(join(root, 'web'), join(makeFolder(), 'serve.cjs'));
  expect(asked(peer, root)).toMatchObject({ peer, pid: started[0]?.pid, path: join(root, 'web') });
});

linuxOnly('a server whose script lies in the checkout is found by its socket', async () => {
  const root = makeFolder();
  const peer = await serve(makeFolder(), join(root, 'serve.cjs'), join(makeFolder(), 'socket'));
  expect(asked(peer, root)).toMatchObject({ peer, path: join(root, 'serve.cjs') });
});

test('a server of something else is none', async () => {
  const peer = await serve(makeFolder(), join(makeFolder(), 'serve.cjs'));
  expect(asked(peer, makeFolder())).toBeUndefined();
});

test('a server that was started after Perigee is of the run', async () => {
  const root = makeFolder();
  const peer = await serve(root, join(root, 'serve.cjs'));
  expect(findServer([describeTalk(peer)], [root], 1)).toBeUndefined();
});

test.each(['192.0.2.1', '::ffff:192.0.2.1'])(
  '%s of another machine is not looked for here',
  async (address) => {
    const root = makeFolder();
    const peer = await serve(root, join(root, 'serve.cjs'));
    expect(asked(peer.replace('127.0.0.1', address), root)).toBeUndefined();
  },
);
