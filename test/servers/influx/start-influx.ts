import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { InfluxSettings } from '../../../src/store/influx/transport.ts';
import { findFreePorts } from '../free-ports.ts';
import { endProcess, pauseProcess } from '../pause-process.ts';
import { fetchInflux, missingForInflux } from './influx-programs.ts';

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
  /** A token that may read every bucket, and write none. */
  createReadToken(): Promise<string>;
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
  folder: string = mkdtempSync(join(tmpdir(), 'perigee-influx-')),
): Promise<InfluxServer> {
  const missing = missingForInflux();
  if (missing !== undefined) throw new Error(missing);
  const program = fetchInflux();
  const [port = 0] = await findFreePorts(1);
  const url = `http://127.0.0.1:${port}`;
  let running: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = running;
    running = undefined;
    if (ending !== undefined) await endProcess(ending, signal);
  };
  const settings = (bucket: string): InfluxSettings => {
    return { url, token: operatorToken, organisation, bucket };
  };
  const server: InfluxServer = {
    url,
    settings,
    async createBucket(name) {
      await createBucket(url, name);
      return settings(name);
    },
    createReadToken: () => createReadToken(url),
    async start() {
      running = await spawnInflux(program, folder, port);
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
    await setUp(url);
  } catch (error) {
    await server.remove();
    throw error;
  }
  return server;
}

let shared: Promise<InfluxServer> | undefined;

/** The server of this worker, which ends with it. A test takes a bucket of its own, and leaves the server running. */
export function shareInflux(): Promise<InfluxServer> {
  if (shared === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'perigee-influx-'));
    shared = startInflux(folder);
    // Its server is killed in the same moment, and writes until then.
    afterUs('sleep 5; rm -rf "$1"', folder);
  }
  return shared;
}

async function setUp(url: string): Promise<void> {
  await post(`${url}/api/v2/setup`, {
    username: user.name,
    password: user.password,
    org: organisation,
    bucket: 'first',
    token: operatorToken,
  });
}

async function createBucket(url: string, name: string): Promise<void> {
  const orgID = await findOrganisation(url);
  await post(`${url}/api/v2/buckets`, { orgID, name, retentionRules: [] }, headers);
}

async function createReadToken(url: string): Promise<string> {
  const orgID = await findOrganisation(url);
  const permissions = [{ action: 'read', resource: { type: 'buckets', orgID } }];
  const answer = await post(`${url}/api/v2/authorizations`, { orgID, permissions }, headers);
  return ((await answer.json()) as { token: string }).token;
}

const headers = { authorization: `Token ${operatorToken}` };

async function findOrganisation(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/v2/orgs?org=${organisation}`, { headers });
  const { orgs } = (await answer.json()) as { orgs: { id: string }[] };
  return orgs[0]?.id ?? '';
}

async function post(
  url: string,
  body: unknown,
  withHeaders: Record<string, string> = {},
): Promise<Response> {
  const request = { method: 'POST', body: JSON.stringify(body), headers: withHeaders };
  const answer = await fetch(url, request);
  if (!answer.ok) throw new Error(`InfluxDB: ${answer.status} ${await answer.text()}`);
  return answer;
}

const longestStartMs = 300_000;

/** One process of the server, with all it keeps in one folder. */
async function spawnInflux(program: string, folder: string, port: number): Promise<ChildProcess> {
  const args = [
    ...['--bolt-path', join(folder, 'bolt'), '--engine-path', join(folder, 'engine')],
    ...['--sqlite-path', join(folder, 'sqlite'), '--http-bind-address', `127.0.0.1:${port}`],
    ...['--reporting-disabled', '--log-level', 'error'],
  ];
  // Below what is measured beside it, and not so far below that tests which fill the machine starve it.
  const child = spawn('nice', ['-n', '5', program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (text: string): void => void (output = `${output}${text}`.slice(-4_000));
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const watcher = afterUs('kill -9 "$1"', String(child.pid));
  child.once('exit', () => watcher.kill('SIGKILL'));
  const deadline = Date.now() + longestStartMs;
  while (!(await answers(`http://127.0.0.1:${port}/ping`))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await endProcess(child, 'SIGKILL');
      throw new Error(`InfluxDB did not start:\n${output}`);
    }
    await pause(100);
  }
  return child;
}

/** Runs a script when this process has ended, however: a worker is killed, and hears no event of its own. */
function afterUs(script: string, argument: string): ChildProcess {
  const watcher = spawn('sh', ['-c', `read -r _; ${script}`, 'sh', argument], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watcher.unref();
  return watcher;
}

async function answers(url: string): Promise<boolean> {
  try {
    const { ok } = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    return ok;
  } catch {
    return false;
  }
}
