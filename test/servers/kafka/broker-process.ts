import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const longestStartMs = 300_000;
const longestStopMs = 120_000;

/**
 * Resolves when it answers. It runs below what is measured beside it, and not so far below that tests which fill
 * the machine starve it.
 * @param classes the option of Java that says where its classes are kept
 */
export async function spawnBroker(
  jars: string,
  folder: string,
  classes: string,
): Promise<ChildProcess> {
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

/** A stopped process hears SIGTERM only when it goes on, and one that does not end is killed. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGCONT');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), longestStopMs);
  await ended;
  clearTimeout(timer);
}
