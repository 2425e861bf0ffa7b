import { attempt } from '../contract/attempt.ts';
import type { ReportedNumber } from '../contract/numbers.ts';
import {
  hasLine,
  listLines,
  readNumber,
  refuseEmpty,
  type Adapter,
  type LeaveOut,
} from './adapter.ts';
import { nameInTarget, readTarget } from './cargo-target.ts';
import { ResultsFault } from './results-fault.ts';

/** The benchmark's own output may stand before it. */
const end = /bench: +(\S+) ns\/iter \(\+\/- [\d,.]+\)/;

/** Rust's own `#[bench]`, as text or with `--format json`, and `--output-format bencher` of others. */
export const libtest: Adapter = {
  name: 'libtest',
  detects: ({ text }) =>
    hasLine(text, /^test .+ \.\.\. bench: +[\d,.]+ ns\/iter/) ||
    hasLine(text, /^bench: +[\d,.]+ ns\/iter \(/) ||
    hasLine(text, /^\{ *"type": *"bench"/),
  read: ({ text }, leaveOut) =>
    refuseEmpty(
      readAll(text, leaveOut),
      'line of a benchmark, such as "test sort ... bench: 12 ns/iter (+/- 3)"',
    ),
};

interface Begun {
  span: string;
  line: number;
  /** Nothing stands before it: what a program prints may look the same. */
  isSure: boolean;
}

function* readAll(text: string, leaveOut: LeaveOut): Generator<ReportedNumber> {
  let target: string | undefined;
  let begun: Begun | undefined;
  for (const [line, lineNumber] of listLines(text)) {
    target = readTarget(line) ?? target;
    const event = readEvent(line);
    const { before, named, rest } = (event === undefined ? readBegin(line) : undefined) ?? none;
    const name = event?.name ?? named;
    const span = name === undefined ? begun?.span : nameInTarget(target, name);
    const value =
      event?.value ?? readNumber(end.exec(named === undefined ? line : rest)?.[1] ?? '');
    const isNext = name !== undefined && span !== begun?.span;
    if (isNext || line.startsWith('test result:')) refuse(begun);
    if (value !== undefined) {
      if (span === undefined)
        throw new ResultsFault('a time without the name of its benchmark', lineNumber);
      yield { span, metric: 'time', value, unit: 'ns', direction: 'lower' };
      begun = undefined;
    } else if (event?.outcome === 'failed' || /(?:^|\s)FAILED$/.test(rest)) {
      if (span !== undefined) leaveOut(span);
      begun = undefined;
    } else if (event?.outcome !== undefined || /^(?:ok|ignored)\b/.test(rest)) begun = undefined;
    else if (span !== undefined && name !== undefined)
      begun = { span, line: lineNumber, isSure: before === '' };
    else if (begun !== undefined && /^(?:.*\s)?FAILED$/.test(line)) {
      leaveOut(begun.span);
      begun = undefined;
    }
  }
  refuse(begun);
}

const none = { before: '', named: undefined, rest: '' };

/** `test NAME ... REST`, with what the code printed before it; no expression: that takes long for many spaces. */
function readBegin(line: string): { before: string; named: string; rest: string } | undefined {
  const start = line.search(/test \S/);
  if (start < 0) return undefined;
  const name = start + 'test '.length;
  for (let at = line.indexOf(' ...', name); at >= 0; at = line.indexOf(' ...', at + 1)) {
    const rest = line.slice(at + ' ...'.length);
    if (rest !== '' && !rest.startsWith(' ')) continue;
    return {
      before: line.slice(0, start),
      named: line.slice(name, at).trimEnd(),
      rest: rest.slice(1),
    };
  }
  return undefined;
}

function refuse(begun: Begun | undefined): void {
  if (begun?.isSure !== true) return;
  const { span, line } = begun;
  throw new ResultsFault(`${span.slice(0, 200)} began and has no time: the run was cut off`, line);
}

interface Event {
  name: string;
  value?: number;
  outcome?: string;
}

/** The benchmark's own output may stand before it on its line. */
function readEvent(line: string): Event | undefined {
  const place = line.search(/\{ *"type": *"(?:bench|test)"/);
  if (place < 0) return undefined;
  return attempt(() => {
    const read = JSON.parse(line.slice(place)) as Record<string, unknown>;
    const { name, median, event } = read;
    if (typeof name !== 'string') return undefined;
    if (typeof median === 'number' && median >= 0) return { name, value: median };
    return typeof event === 'string' && event !== 'started' ? { name, outcome: event } : { name };
  });
}
