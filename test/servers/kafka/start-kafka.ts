import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, existsSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, basename } from 'node:path';
import { cacheFolder } from '../cache-folder.ts';
import { findFreePorts } from '../free-ports.ts';
import { endProcess, pauseProcess } from '../pause-process.ts';
import type { KafkaNodes } from './describe-broker.ts';
import { untilTopicsCanBeMade } from './kafka-client.ts';
import { prepareKafkaFolder } from './kafka-folder.ts';
import { fetchKafkaJars, missingForKafka } from './kafka-jars.ts';

/** A real broker, with its data in a temporary folder. */
export interface KafkaServer {
  /** `127.0.0.1:port`, without TLS or password. */
  readonly plain: string;
  /** The same with TLS and SASL: plain, scram-sha-256, scram-sha-512 of `kafkaUser`. */
  readonly secure: string;
  /** The certificate to trust for it, as PEM. */
  readonly authority: string;
  /** Again on the same ports with the same data, after `stop` or `kill`. Resolves when it answers. */
  start(): Promise<void>;
  /** As an operator stops it. */
  stop(): Promise<void>;
  /** As a power cut stops it. */
  kill(): Promise<void>;
  /** It takes connections, as the system does for it, and answers nothing. */
  pause(): Promise<void>;
  /** Resolves when it takes part again: after a pause its controller may have given it up. */
  resume(): Promise<void>;
  /** Ends it, however it is, and deletes its data. */
  remove(): Promise<void>;
}

/**
 * Starts a broker that nothing else knows of. Whoever starts it has to remove it.
 * @throws Error with one line that says what to install, where this machine lacks something
 */
export async function startKafka(): Promise<KafkaServer> {
  const [server] = await startKafkaCluster(1);
  if (server === undefined) throw new Error('a cluster of one has no broker');
  return server;
}

/** The same with several brokers, each of which is a controller too. */
export async function startKafkaCluster(count: number): Promise<KafkaServer[]> {
  const missing = missingForKafka();
  if (missing !== undefined) throw new Error(missing);
  const jars = fetchKafkaJars();
  const classes = await keepClasses(jars);
  const ports = await findFreePorts(3 * count);
  const nodes = Array.from({ length: count }, (_, index) => {
    const [plain = 0, secure = 0, controller = 0] = ports.slice(3 * index);
    return { plain, secure, controller };
  });
  const servers = nodes.map((_, index) => prepareServer({ jars, classes }, nodes, index + 1));
  const started = await Promise.allSettled(servers.map((server) => server.start()));
  const failed = started.find((one) => one.status === 'rejected');
  if (failed === undefined) return servers;
  for (const server of servers) await server.remove();
  throw failed.reason;
}

interface Program {
  jars: string;
  /** The option of Java that says where its classes are kept. */
  classes: string;
}

function prepareServer({ jars, classes }: Program, nodes: KafkaNodes, id: number): KafkaServer {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-kafka-'));
  const authority = prepareKafkaFolder(folder, jars, nodes, id);
  const plain = `127.0.0.1:${nodes[id - 1]?.plain}`;
  let broker: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = broker;
    broker = undefined;
    if (ending !== undefined) await endProcess(ending, signal);
  };
  return {
    plain,
    secure: `127.0.0.1:${nodes[id - 1]?.secure}`,
    authority,
    start: async () => {
      broker = await spawnBroker(jars, folder, classes);
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    pause: async () => {
      if (broker !== undefined) await pauseProcess(broker);
    },
    resume: async () => {
      broker?.kill('SIGCONT');
      await untilTopicsCanBeMade(plain);
    },
    remove: async () => {
      await end('SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** @returns the option of Java; another Java than the one that wrote them starts without, and as well */
async function keepClasses(jars: string): Promise<string> {
  const kept = join(cacheFolder(), `${basename(jars)}-classes.jsa`);
  if (!existsSync(kept)) await makeClasses(jars, kept);
  return `-XX:SharedArchiveFile=${kept}`;
}

/** Java writes them when it ends in order. One that is killed, on a busy machine, leaves that to the next. */
async function makeClasses(jars: string, kept: string): Promise<void> {
  const work = mkdtempSync(join(cacheFolder(), 'classes-'));
  try {
    const [plain = 0, secure = 0, controller = 0] = await findFreePorts(3);
    const folder = join(work, 'broker');
    prepareKafkaFolder(folder, jars, [{ plain, secure, controller }], 1);
    const written = join(work, 'classes.jsa');
    const broker = await spawnBroker(jars, folder, `-XX:ArchiveClassesAtExit=${written}`);
    await endProcess(broker, 'SIGTERM');
    // Another process may have been faster; its classes are as good.
    if (existsSync(written)) renameSync(written, kept);
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 5 });
  }
}

const longestStartMs = 300_000;

/**
 * Resolves when it answers. It runs below what is measured beside it, and not so far below that tests which fill
 * the machine starve it.
 * @param classes the option of Java that says where its classes are kept
 */
async function spawnBroker(jars: string, folder: string, classes: string): Promise<ChildProcess> {
  const log = 'org.slf4j.simpleLogger';
  const child = spawn(
    'nice',
    [
      ...['-n', '5', 'java', '-Xms64m', '-Xmx256m', '-XX:+UseSerialGC'],
      ...['-XX:TieredStopAtLevel=1', '-XX:+ExitOnOutOfMemoryError', classes],
      ...[`-D${log}.defaultLogLevel=warn`, `-D${log}.log.kafka.server.KafkaRaftServer=info`],
      ...['-cp', join(jars, '*'), 'kafka.Kafka', join(folder, 'server.properties')],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const killWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', killWithUs);
  child.once('exit', () => process.off('exit', killWithUs));
  try {
    await untilStarted(child);
    return child;
  } catch (error) {
    await endProcess(child, 'SIGKILL');
    throw error;
  }
}

async function untilStarted(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  let output = '';
  const fail = (what: string): void => reject(new Error(`Kafka ${what}:\n${output.slice(-4000)}`));
  const timer = setTimeout(() => fail('did not start in time'), longestStartMs);
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = `${output}${text}`.slice(-20_000);
    if (output.includes('Kafka Server started')) resolve(undefined);
  });
  child.once('exit', () => fail('ended at its start'));
  child.once('error', (error) => fail(`cannot be run: ${error.message}`));
  try {
    await promise;
  } finally {
    clearTimeout(timer);
  }
}
