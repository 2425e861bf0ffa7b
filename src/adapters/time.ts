import type { ReportedNumber } from '../contract/numbers.ts';
import { hasLine, listLines, readNumber, refuseEmpty, type Adapter } from './adapter.ts';

/** The time of a command: bash and `-p` of POSIX, GNU time with and without `-v`. */
export const time: Adapter = {
  name: 'time',
  detects: ({ text }) =>
    (hasLine(text, /^real\s/) && hasLine(text, /^user\s/) && hasLine(text, /^sys\s/)) ||
    text.includes('Elapsed (wall clock) time') ||
    hasLine(text, /^\s*[\d.]+user [\d.]+system [\d:.]+elapsed /),
  read: ({ text }) => refuseEmpty(readTimes(text), 'line with a time'),
};

/** A program may print such a word too: bash writes its three lines one after the other. */
function* readTimes(text: string): Generator<ReportedNumber> {
  let lines: ReportedNumber[][] = [];
  for (const [line] of listLines(text)) {
    const numbers = readLine(line.trim());
    const isOneOfThree = /^(?:real|user|sys)\s/.test(line) && numbers.length > 0;
    if (!isOneOfThree) {
      yield* numbers;
      lines = [];
    } else if (line.startsWith('real')) lines = [numbers];
    else lines.push(numbers);
    if (lines.length === 3) yield* lines.splice(0).flat();
  }
}

function readLine(line: string): ReportedNumber[] {
  const [, kind, written = ''] = /^(real|user|sys)\s+(\S+)$/.exec(line) ?? [];
  if (kind !== undefined) return toNumber(kinds[kind as keyof typeof kinds], readSpan(written));
  const [, user = '', system = '', elapsed] =
    /^([\d.]+)user ([\d.]+)system ([\d:.]+)elapsed /.exec(line) ?? [];
  if (elapsed !== undefined) {
    return [
      ...toNumber('wall_time', readSpan(elapsed)),
      ...toNumber('user_time', readSpan(user)),
      ...toNumber('system_time', readSpan(system)),
    ];
  }
  const [, label = '', value = ''] = /^(.+?): ([\d:.]+)$/.exec(line) ?? [];
  if (label.startsWith('Elapsed (wall')) return toNumber('wall_time', readSpan(value));
  if (label === 'User time (seconds)') return toNumber('user_time', readSpan(value));
  if (label === 'System time (seconds)') return toNumber('system_time', readSpan(value));
  const kib = label === 'Maximum resident set size (kbytes)' ? readNumber(value) : undefined;
  if (kib === undefined) return [];
  return [{ metric: 'peak_memory', value: kib, unit: 'KiB', direction: 'lower' }];
}

const kinds = { real: 'wall_time', user: 'user_time', sys: 'system_time' } as const;

function toNumber(metric: string, value: number | undefined): ReportedNumber[] {
  return value === undefined ? [] : [{ metric, value, unit: 's', direction: 'lower' }];
}

/** `0m0.057s`, `1:02:03`, `0:00.05`, `0.05`, and with the comma of a language: in seconds. */
function readSpan(text: string): number | undefined {
  const [, minutes, seconds] = /^(\d+)m([\d.,]+)s$/.exec(text) ?? [];
  const written = minutes === undefined ? text.split(':') : [minutes, seconds ?? ''];
  const parts = written.map((part) => readNumber(part.replace(',', '.')));
  if (parts.some((part) => part === undefined)) return undefined;
  return parts.reduce<number>((sum, part) => sum * 60 + (part ?? 0), 0);
}
