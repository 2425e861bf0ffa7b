import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { InfluxVersion } from './influx-programs.ts';

const longestStartMs = 300_000;
const longestStopMs = 120_000;

/** One process of the server, with all it keeps in one folder. */
export async function spawnInflux(
  program: string,
  version: InfluxVersion,
  folder: string,
  ports: { http: number; rpc: number },
): Promise<ChildProcess> {
  const args = version === 2 ? describe2(folder, ports) : describe1(folder, ports);
  // Below what is measured beside it, and not so far below that tests which fill the machine starve it.
  const child = spawn('nice', ['-n', '5', program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (text: string): void => void (output = `${output}${text}`.slice(-4_000));
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const killWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', killWithUs);
  child.once('exit', () => process.off('exit', killWithUs));
  const deadline = Date.now() + longestStartMs;
  while (!(await answers(`http://127.0.0.1:${ports.http}/ping`))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await endInflux(child, 'SIGKILL');
      throw new Error(`InfluxDB did not start:\n${output}`);
    }
    await pause(100);
  }
  return child;
}

/** A stopped process hears SIGTERM only when it goes on, and one that does not end is killed. */
export async function endInflux(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGCONT');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), longestStopMs);
  await ended;
  clearTimeout(timer);
}

function describe2(folder: string, { http }: { http: number }): string[] {
  return [
    ...['--bolt-path', join(folder, 'bolt'), '--engine-path', join(folder, 'engine')],
    ...['--sqlite-path', join(folder, 'sqlite'), '--http-bind-address', `127.0.0.1:${http}`],
    ...['--reporting-disabled', '--log-level', 'error'],
  ];
}

function describe1(folder: string, { http, rpc }: { http: number; rpc: number }): string[] {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'influxdb.conf');
  const settings = [
    'reporting-disabled = true',
    `bind-address = "127.0.0.1:${rpc}"`,
    `[meta]\n  dir = "${join(folder, 'meta')}"`,
    `[data]\n  dir = "${join(folder, 'data')}"\n  wal-dir = "${join(folder, 'wal')}"`,
    `[http]\n  bind-address = "127.0.0.1:${http}"\n  log-enabled = false\n  auth-enabled = true`,
    '[monitor]\n  store-enabled = false',
  ];
  writeFileSync(file, `${settings.join('\n')}\n`);
  return ['-config', file];
}

async function answers(url: string): Promise<boolean> {
  try {
    const { ok } = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    return ok;
  } catch {
    return false;
  }
}
