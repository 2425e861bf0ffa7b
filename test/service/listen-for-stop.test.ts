import { EventEmitter, once } from 'node:events';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listenForStop } from '../../src/service/listen-for-stop.ts';
import { findService } from '../servers/built-or-source.ts';

function listen() {
  const process = new EventEmitter();
  const seen = { nowMs: 1_000, left: 0 };
  const signal = listenForStop({
    process,
    clockMs: () => seen.nowMs,
    leave: () => void (seen.left += 1),
  });
  return { process, seen, signal };
}

test('one Ctrl-C that comes twice asks once', () => {
  const { process, seen, signal } = listen();
  expect(signal.aborted).toBe(false);
  process.emit('SIGINT');
  expect(signal.reason).toMatchObject({ message: 'stopped by SIGINT' });
  seen.nowMs += 499;
  process.emit('SIGINT');
  process.emit('SIGTERM');
  expect(seen.left).toBe(0);
});

test('a second one, later, ends at once', () => {
  const { process, seen } = listen();
  process.emit('SIGTERM');
  seen.nowMs += 500;
  process.emit('SIGINT');
  expect(seen.left).toBe(1);
});

test('the service ends in order when the launcher hands on what the terminal sent as well', async () => {
  const data = mkdtempSync(join(tmpdir(), 'perigee-stop-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const launcher = new URL('../../bin/run-on-node.mjs', import.meta.url).href;
  const script = `import { runOnNode } from ${JSON.stringify(launcher)};
    process.exitCode = await runOnNode(process.execPath, [${JSON.stringify(findService())}]);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env['PATH'], PERIGEE_DATA: data, PERIGEE_LISTEN: '127.0.0.1:0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  let isAsked = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (isAsked || !output.includes('"serves"') || child.pid === undefined) return;
    isAsked = true;
    // As a terminal does: to every process of the group.
    process.kill(-child.pid, 'SIGINT');
  });
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(output).toContain('"has stopped"');
});
