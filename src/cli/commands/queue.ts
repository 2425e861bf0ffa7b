import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { attempt } from '../../contract/attempt.ts';
import { countThings } from '../../contract/count-things.ts';
import { exitCode, type ExitCode, UserError } from '../../contract/user-error.ts';
import { end } from '../end-with.ts';
import { settingsHelp } from '../shared-options.ts';
import { nameGroups, type ReaderGroups } from '../../settings/name-groups.ts';
import { nameData, readConfig } from '../../settings/read-config.ts';
import { readEvents } from '../../settings/read-events.ts';
import type { EventQueue } from '../../transport/eventlog/event-log.ts';
import { openKafkaQueue } from '../../transport/eventlog/kafka/kafka-queue.ts';
import { openSqliteQueue } from '../../transport/eventlog/sqlite/sqlite-queue.ts';
import { makePlain } from '../../report/plain-text.ts';
import type { DeadLetter } from '../../transport/eventlog/event-log.ts';
import type { SourceLag } from '../../transport/eventlog/event-log.ts';

interface QueueOptions {
  /** Settings file of the service. */
  config?: string;
  /** The log of webhooks for the bot, instead of the log of builds. */
  deliveries?: boolean;
  /** The file of an embedded event log. */
  log?: string;
  group?: string;
  json?: boolean;
  all?: boolean;
}

export function declareCommand(queue: Command): void {
  const add = (name: string, description: string): Command =>
    queue
      .command(name)
      .description(description)
      .option('--log <file>', 'the embedded event log (default: from the settings of the service)')
      .option('--config <file>', settingsHelp)
      .option('--deliveries', 'the log of webhooks for the bot, instead of the log of builds');
  add('ls', 'show how much waits, and the dead letters')
    .option('--group <name>', 'count for this consumer group')
    .option('--json', 'as JSON')
    .action((options: QueueOptions) => end(listQueue(options)));
  add('show', 'show one dead letter: its reason, position and payload')
    .argument('<id>')
    .option('--json', 'as JSON')
    .action((id: string, options: QueueOptions) => end(printLetter(id, options)));
  add('replay', 'write dead letters into the log again, after you fixed the cause')
    .argument('[ids...]')
    .option('--all', 'all of them')
    .action((ids: string[], options: QueueOptions) => end(replayLetters(ids, options)));
  add('purge', 'delete dead letters permanently')
    .argument('[ids...]')
    .option('--all', 'all of them')
    .action((ids: string[], options: QueueOptions) => end(purgeLetters(ids, options)));
}

/** `perigee queue ls`: how much waits, and what was put aside. */
function listQueue(options: QueueOptions): Promise<ExitCode> {
  return withQueue(options, async ({ queue, group }) => {
    const source = queue.openSource(options.group ?? group);
    const [lag, letters] = await Promise.all([source.lag(), queue.deadLetters.list()]);
    if (options.json === true) write(`${JSON.stringify({ log: source.name, lag, letters })}\n`);
    else write(renderQueue(source.name, lag, letters));
  });
}

/** `perigee queue show <id>` */
function printLetter(id: string, options: QueueOptions): Promise<ExitCode> {
  return withQueue(options, async ({ queue: { deadLetters } }) => {
    const letter = await deadLetters.show(id);
    if (letter === undefined) throw refuseUnknown([id]);
    write(options.json === true ? `${JSON.stringify(letter)}\n` : renderLetter(letter));
  });
}

/** `perigee queue replay [ids...]`: into the log again, as they were. */
function replayLetters(ids: readonly string[], options: QueueOptions): Promise<ExitCode> {
  return withQueue(options, async ({ queue: { deadLetters, log } }) => {
    const wanted = choose(ids, options);
    const done = await deadLetters.replay(wanted);
    write(`${countThings(done.length, 'letter')} written again to ${log.name}\n`);
    const left = (await deadLetters.list()).filter(({ cut }) => cut !== undefined);
    const kept = left.map(({ id }) => id).filter((id) => wanted === 'all' || wanted.includes(id));
    if (kept.length > 0) {
      write(`${countThings(kept.length, 'letter')} without a payload stay: ${kept.join(', ')}\n`);
    }
    checkAll(wanted, [...done, ...kept]);
  });
}

/** `perigee queue purge [ids...]`: for good. */
function purgeLetters(ids: readonly string[], options: QueueOptions): Promise<ExitCode> {
  return withQueue(options, async ({ queue: { deadLetters } }) => {
    const wanted = choose(ids, options);
    const done = await deadLetters.purge(wanted);
    write(`${countThings(done.length, 'letter')} deleted\n`);
    checkAll(wanted, done);
  });
}

async function withQueue(
  options: QueueOptions,
  work: (opened: OpenedQueue) => Promise<void>,
): Promise<ExitCode> {
  const opened = openQueue(options);
  const { queue } = opened;
  try {
    await work(opened);
    return exitCode.nothingRegressed;
  } catch (cause) {
    if (!isOutOfReach(cause)) throw cause;
    throw new UserError({
      where: queue.log.name,
      seen: cause.message,
      expected: 'a log that answers',
      remedy: 'try again when it does',
      exitCode: exitCode.couldNotMeasure,
      cause,
    });
  } finally {
    await queue.close();
  }
}

/** An error of Kafka or SQLite, and not a defect of ours. */
function isOutOfReach(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof UserError) return false;
  return error.cause instanceof Error || 'errcode' in error;
}

/** Leaving out the ids must not delete everything. */
function choose(ids: readonly string[], { all }: QueueOptions): readonly string[] | 'all' {
  if (all === true && ids.length === 0) return 'all';
  if (all !== true && ids.length > 0) return ids;
  throw new UserError({
    seen: all === true ? 'ids beside --all' : 'no letter is named',
    expected: 'the ids of dead letters, or --all',
    remedy: 'perigee queue ls shows them',
  });
}

function checkAll(wanted: readonly string[] | 'all', done: readonly string[]): void {
  const unknown = wanted === 'all' ? [] : wanted.filter((id) => !done.includes(id));
  if (unknown.length > 0) throw refuseUnknown(unknown);
}

function refuseUnknown(ids: readonly string[]): UserError {
  return new UserError({
    seen: `there is no dead letter ${ids.join(', ')}`,
    expected: 'an id of one that was neither replayed nor purged',
    remedy: 'perigee queue ls shows them',
  });
}

function write(text: string): void {
  process.stdout.write(text);
}

interface OpenedQueue {
  queue: EventQueue;
  /** The consumer group of the service, whose waiting messages count. */
  group: string;
}

/**
 * The log that the service reads: the file given, else what the settings of the service say, its file and
 * its environment.
 * @throws UserError when there is none, or for what is written wrongly
 */
function openQueue({ log, config, deliveries = false }: QueueOptions): OpenedQueue {
  const choose = (groups: ReaderGroups): string => (deliveries ? groups.bot : groups.aggregate);
  const embeddedGroup = choose(nameGroups());
  if (log !== undefined) return { queue: openFile(log, '--log'), group: embeddedGroup };
  const value = readConfig(config, process.env);
  const logs = readEvents(value.events, nameData(value), process.env, (secret) => secret);
  const settings = deliveries ? logs.deliveries : logs.events;
  if (settings.kind === 'kafka') {
    const group = choose(nameGroups(value.events?.kafka?.group));
    return { queue: openKafkaQueue(settings.settings), group };
  }
  return { queue: openFile(settings.file, 'the settings of the service'), group: embeddedGroup };
}

/** A command that only reads must not create a log. */
function openFile(file: string, where: string): EventQueue {
  if (existsSync(file)) return openSqliteQueue({ file });
  throw new UserError({
    where,
    seen: `there is no event log at ${file}`,
    expected: 'the file that the service writes, or its settings with Kafka in them',
    remedy:
      'name the file with --log or the settings with --config, or run this where the service runs',
  });
}

const mostShown = 50;

/** Renders the waiting messages and the dead letters for a terminal. Everything in a letter is hostile. */
function renderQueue(name: string, lag: SourceLag, letters: readonly DeadLetter[]): string {
  const lines = [`${makePlain(name)}: ${formatLag(lag)}`];
  if (letters.length === 0) return `${lines.join('\n')}\nno dead letters\n`;
  lines.push(`${countThings(letters.length, 'dead letter')}, oldest first:`);
  for (const letter of letters.slice(0, mostShown)) {
    lines.push(
      `  ${letter.id}  ${formatTime(letter.putAtMs)}  ${makePlain(letter.message.position)}  ${makePlain(letter.reason)}`,
    );
  }
  const more = letters.length - mostShown;
  if (more > 0) lines.push(`  and ${more} more`);
  return `${lines.join('\n')}\n`;
}

/** One letter with its payload, line by line as it is where it is JSON. */
function renderLetter({ id, reason, source, putAtMs, message, cut }: DeadLetter): string {
  const facts = [
    ['id', id],
    ['reason', reason],
    ['put aside', formatTime(putAtMs)],
    ['log', source],
    ['position', message.position],
    ['received', formatTime(message.receivedAtMs)],
    ['key', message.key],
    ...(cut === undefined ? [] : [['no payload', cut]]),
  ].map(([name = '', value = '']) => `${name.padEnd(10)} ${makePlain(value)}`);
  const payload = attempt(() => JSON.stringify(JSON.parse(message.value), null, 2), message.value);
  return `${[...facts, '', ...payload.split('\n').map(makePlain)].join('\n')}\n`;
}

function formatLag({ messages, oldestReceivedAtMs }: SourceLag): string {
  if (messages === 0) return 'nothing waits';
  const what = `${countThings(messages, 'message')} not done yet`;
  if (oldestReceivedAtMs === undefined) return what;
  const seconds = Math.max(0, Math.round((Date.now() - oldestReceivedAtMs) / 1000));
  return `${what}, the oldest since ${seconds} s`;
}

/** A letter may hold any number as its time. */
function formatTime(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? 'unknown' : date.toISOString();
}
