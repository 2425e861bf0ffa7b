/** Prometheus and its promtool, from Debian's package, unpacked beside the other servers and not installed. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cacheFolder } from './cache-folder.ts';
import { findFreePorts } from './free-ports.ts';

const longestStartMs = 300_000;
const kept = (): string => join(cacheFolder(), 'prometheus');
const program = (name: string): string => join(kept(), 'usr/bin', name);

/** What this machine lacks to get it, in one line; undefined when nothing. */
export function missingForPrometheus(): string | undefined {
  if (existsSync(program('prometheus'))) return undefined;
  const lacking = ['apt-get', 'dpkg-deb'].filter((name) => !isOnPath(name));
  if (lacking.length === 0) return undefined;
  return `this machine lacks ${lacking.join(' and ')} to unpack Debian's package prometheus`;
}

/** @throws Error with what the package tools said */
export function fetchPrometheus(): void {
  if (existsSync(program('prometheus'))) return;
  mkdirSync(cacheFolder(), { recursive: true });
  const work = mkdtempSync(join(cacheFolder(), 'prometheus-'));
  try {
    const download = (): boolean => run(work, 'apt-get', ['-qq', 'download', 'prometheus']).isRight;
    if (!download()) {
      run(work, 'apt-get', ['-qq', 'update']);
      const { isRight, said } = run(work, 'apt-get', ['-qq', 'download', 'prometheus']);
      if (!isRight) throw new Error(`could not get the package prometheus: ${said}`);
    }
    const file = readdirSync(work).find((name) => name.endsWith('.deb')) ?? '';
    const { isRight, said } = run(work, 'dpkg-deb', ['--extract', file, 'unpacked']);
    if (!isRight) throw new Error(`could not unpack ${file}: ${said}`);
    rmSync(kept(), { recursive: true, force: true });
    renameSync(join(work, 'unpacked'), kept());
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** What promtool says of a file, and whether it is content. */
export function runPromtool(...args: readonly string[]): { isRight: boolean; said: string } {
  fetchPrometheus();
  return run('.', program('promtool'), args);
}

export interface Prometheus {
  readonly url: string;
  /** Ends it and deletes what it kept. */
  remove(): Promise<void>;
}

/** One that reads a single process of the service, every second. */
export async function startPrometheus(target: string): Promise<Prometheus> {
  fetchPrometheus();
  const folder = mkdtempSync(join(tmpdir(), 'perigee-prometheus-'));
  const [port = 0] = await findFreePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const config = join(folder, 'prometheus.yml');
  const job = { job_name: 'perigee', static_configs: [{ targets: [new URL(target).host] }] };
  writeFileSync(
    config,
    JSON.stringify({ global: { scrape_interval: '1s' }, scrape_configs: [job] }),
  );
  const args = [
    ...[`--config.file=${config}`, `--storage.tsdb.path=${join(folder, 'data')}`],
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const child = spawn('nice', ['-n', '5', program('prometheus'), ...args], { stdio: 'ignore' });
  const killWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', killWithUs);
  const remove = async (): Promise<void> => {
    process.off('exit', killWithUs);
    if (child.exitCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const deadline = Date.now() + longestStartMs;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await remove();
      throw new Error('Prometheus did not start');
    }
    await pause(100);
  }
  return { url, remove };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/-/ready`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

function run(
  folder: string,
  command: string,
  args: readonly string[],
): { isRight: boolean; said: string } {
  const { error, status, stderr, stdout } = spawnSync(command, args, {
    ...{ cwd: folder, encoding: 'utf8', timeout: 5 * 60_000 },
  });
  return { isRight: status === 0, said: `${stdout}${stderr}${error?.message ?? ''}` };
}

function isOnPath(name: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => existsSync(join(folder, name)));
}
