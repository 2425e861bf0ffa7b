import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { InfluxSettings } from '../../../src/series/influx/influx-settings.ts';
import { findFreePorts } from '../free-ports.ts';
import { pauseProcess } from '../pause-process.ts';
import { fetchInflux, type InfluxVersion, missingForInflux } from './influx-programs.ts';

const user = { name: 'perigee', password: 'correct-horse-battery' } as const;
const organisation = 'perigee';
const operatorToken = 'operator-token-only-for-tests';

/** A real server, with its data in a temporary folder. */
export interface InfluxServer {
  readonly url: string;
  /** How to reach a bucket of it as its operator; the bucket has to be made. */
  settings(bucket: string): InfluxSettings;
  /** An empty bucket that keeps all for ever. */
  createBucket(name: string): Promise<InfluxSettings>;
  /** Again on the same port with the same data, after `stop` or `kill`. Resolves when it answers. */
  start(): Promise<void>;
  /** As an operator stops it. */
  stop(): Promise<void>;
  /** As a power cut stops it. */
  kill(): Promise<void>;
  /** It takes connections, as the system does for it, and answers nothing. */
  pause(): Promise<void>;
  resume(): void;
  /** Ends it, however it is, and deletes its data. */
  remove(): Promise<void>;
}

/**
 * Starts a server that nothing else knows of. Whoever starts it has to remove it.
 * @param folder for its data, which is deleted with it; a temporary one by itself
 * @throws Error with one line that says what to install, where this machine lacks something
 */
export async function startInflux(
  version: InfluxVersion = 2,
  folder: string = mkdtempSync(join(tmpdir(), 'perigee-influx-')),
): Promise<InfluxServer> {
  const missing = missingForInflux(version);
  if (missing !== undefined) throw new Error(missing);
  const program = fetchInflux(version);
  const [http = 0, rpc = 0] = await findFreePorts(2);
  const url = `http://127.0.0.1:${http}`;
  let running: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = running;
    running = undefined;
    if (ending !== undefined) await endInflux(ending, signal);
  };
  const settings = (bucket: string): InfluxSettings =>
    version === 2
      ? { url, token: operatorToken, organisation, bucket }
      : {
          url,
          token: `${user.name}:${user.password}`,
          organisation: '',
          bucket: `${bucket}/autogen`,
        };
  const server: InfluxServer = {
    url,
    settings,
    async createBucket(name) {
      if (version === 2) await createBucket2(url, name);
      else await query1(url, `CREATE DATABASE "${name}"`);
      return settings(name);
    },
    async start() {
      running = await spawnInflux(program, version, folder, { http, rpc });
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    pause: async () => {
      if (running !== undefined) await pauseProcess(running);
    },
    resume: () => running?.kill('SIGCONT'),
    async remove() {
      await end('SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  try {
    await server.start();
    await (version === 2 ? setUp2(url) : setUp1(url));
  } catch (error) {
    await server.remove();
    throw error;
  }
  return server;
}

async function setUp2(url: string): Promise<void> {
  await post(`${url}/api/v2/setup`, {
    username: user.name,
    password: user.password,
    org: organisation,
    bucket: 'first',
    token: operatorToken,
  });
}

async function setUp1(url: string): Promise<void> {
  const { name, password } = user;
  const query = `CREATE USER "${name}" WITH PASSWORD '${password}' WITH ALL PRIVILEGES`;
  await query1(url, query, {});
}

async function createBucket2(url: string, name: string): Promise<void> {
  const headers = { authorization: `Token ${operatorToken}` };
  const answer = await fetch(`${url}/api/v2/orgs?org=${organisation}`, { headers });
  const { orgs } = (await answer.json()) as { orgs: { id: string }[] };
  await post(`${url}/api/v2/buckets`, { orgID: orgs[0]?.id, name, retentionRules: [] }, headers);
}

async function query1(
  url: string,
  query: string,
  headers: Record<string, string> = { authorization: `Token ${user.name}:${user.password}` },
): Promise<void> {
  const body = new URLSearchParams({ q: query });
  const answer = await fetch(`${url}/query`, { method: 'POST', body, headers });
  const text = await answer.text();
  if (!answer.ok || text.includes('"error"')) throw new Error(`InfluxDB: ${text}`);
}

async function post(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<void> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers });
  if (!answer.ok) throw new Error(`InfluxDB: ${answer.status} ${await answer.text()}`);
}

const longestStartMs = 300_000;
const longestStopMs = 120_000;

/** One process of the server, with all it keeps in one folder. */
async function spawnInflux(
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
async function endInflux(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
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
