import { countThings } from '../../contract/count-things.ts';
import { exitCode, UserError, type ExitCode } from '../../contract/user-error.ts';
import { openQueue, type OpenedQueue } from '../open-queue.ts';
import type { QueueOptions } from '../options.ts';
import { tellLetter, tellQueue } from '../tell-letters.ts';

/** `perigee queue ls`: how much waits, and what was put aside. */
export function listQueue(options: QueueOptions): Promise<ExitCode> {
  return withQueue(options, async ({ queue, group }) => {
    const source = queue.openSource(options.group ?? group);
    const [lag, letters] = await Promise.all([source.lag(), queue.deadLetters.list()]);
    if (options.json === true) write(`${JSON.stringify({ log: source.name, lag, letters })}\n`);
    else write(tellQueue(source.name, lag, letters, new Date()));
  });
}

/** `perigee queue show <id>` */
export function showLetter(id: string, options: QueueOptions): Promise<ExitCode> {
  return withQueue(options, async ({ queue: { deadLetters } }) => {
    const letter = await deadLetters.show(id);
    if (letter === undefined) throw refuseUnknown([id]);
    write(options.json === true ? `${JSON.stringify(letter)}\n` : tellLetter(letter));
  });
}

/** `perigee queue replay [ids...]`: into the log again, as they were. */
export function replayLetters(ids: readonly string[], options: QueueOptions): Promise<ExitCode> {
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
export function purgeLetters(ids: readonly string[], options: QueueOptions): Promise<ExitCode> {
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
  const opened = openQueue(options, process.env);
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

/** What Kafka or SQLite reported, and not a defect of ours. */
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
