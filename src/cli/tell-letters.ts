import { countThings } from '../contract/count-things.ts';
import { makePlain } from '../report/plain-text.ts';
import type { DeadLetter, SourceLag } from '../transport/eventlog/event-log.ts';

const mostShown = 50;

/** What waits and what was put aside, for a terminal. Everything in a letter is hostile. */
export function tellQueue(
  name: string,
  lag: SourceLag,
  letters: readonly DeadLetter[],
  now: Date,
): string {
  const lines = [`${makePlain(name)}: ${tellLag(lag, now)}`];
  if (letters.length === 0) return `${lines.join('\n')}\nno dead letters\n`;
  lines.push(`${countThings(letters.length, 'dead letter')}, oldest first:`);
  for (const letter of letters.slice(0, mostShown)) {
    lines.push(
      `  ${letter.id}  ${tellTime(letter.putAtMs)}  ${makePlain(letter.message.position)}  ${makePlain(letter.reason)}`,
    );
  }
  const more = letters.length - mostShown;
  if (more > 0) lines.push(`  and ${more} more`);
  return `${lines.join('\n')}\n`;
}

/** One letter with its payload, line by line as it is where it is JSON. */
export function tellLetter({ id, reason, source, putAtMs, message, cut }: DeadLetter): string {
  const facts = [
    ['id', id],
    ['reason', reason],
    ['put aside', tellTime(putAtMs)],
    ['log', source],
    ['position', message.position],
    ['received', tellTime(message.receivedAtMs)],
    ['key', message.key],
    ...(cut === undefined ? [] : [['no payload', cut]]),
  ].map(([name = '', value = '']) => `${name.padEnd(10)} ${makePlain(value)}`);
  return `${[...facts, '', ...spread(message.value).map(makePlain)].join('\n')}\n`;
}

function tellLag({ messages, oldestReceivedAtMs }: SourceLag, now: Date): string {
  if (messages === 0) return 'nothing waits';
  const what = `${countThings(messages, 'message')} not done yet`;
  if (oldestReceivedAtMs === undefined) return what;
  const seconds = Math.max(0, Math.round((now.getTime() - oldestReceivedAtMs) / 1000));
  return `${what}, the oldest since ${seconds} s`;
}

/** A letter may hold any number as its time. */
function tellTime(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? 'unknown' : date.toISOString();
}

function spread(value: string): string[] {
  try {
    return JSON.stringify(JSON.parse(value), null, 2).split('\n');
  } catch {
    return value.split('\n');
  }
}
