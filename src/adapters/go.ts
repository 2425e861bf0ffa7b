import type { Annotations } from '../contract/documents.ts';
import {
  hasLine,
  listLines,
  readNumber,
  refuseEmpty,
  type Adapter,
  type Measured,
} from './adapter.ts';
import { longestLine } from './json.ts';
import { ResultsFault } from './results-fault.ts';
import { nameMetric, nameUnit } from './name-metric.ts';

const row = /^(Benchmark\S*)\s+(\d+)\s+(\S.*)$/;

/** `go test -bench`, with or without `-json`, `-benchmem`, `-count` and `-cpu`. */
export const go: Adapter = {
  name: 'go',
  detects: ({ text }) =>
    hasLine(text, /^Benchmark\S*\s+\d+\s+[\d.]+(e[+-]?\d+)? \S+/) ||
    text.includes('"Output":"Benchmark'),
  read: ({ text }) =>
    refuseEmpty(readResults(text), 'line of a benchmark, such as "BenchmarkSort-2 1000 12 ns/op"'),
};

function* readResults(text: string): Generator<Measured> {
  let started: { name: string; line: number } | undefined;
  for (const [line, lineNumber] of joinOutput(text)) {
    if (/^(--- )?FAIL/.test(line))
      throw new ResultsFault(`go test failed: ${line.slice(0, 80)}`, lineNumber);
    const [, name = '', , measured = ''] = row.exec(line) ?? [];
    if (measured !== '') {
      started = undefined;
      yield* readMeasured(name, measured, lineNumber);
    } else if (/^Benchmark\S*(\s+\d+)?$/.test(line))
      started = { name: line.split(/\s/, 1)[0] ?? '', line: lineNumber };
    // With -v, a benchmark that was skipped, or only has others within it, has no result either.
    else if (/^(PASS$|ok\s|--- SKIP)/.test(line)) started = undefined;
  }
  if (started !== undefined) {
    const name = started.name.slice(0, 200);
    throw new ResultsFault(`${name} began and has no result: the run was cut off`, started.line);
  }
}

/** With -json a line may come in pieces, each in an event of its own. */
function* joinOutput(text: string): Generator<[string, number]> {
  let pieces: string[] = [];
  let last = 0;
  const join = (): string => pieces.join('').slice(0, longestLine).trimEnd();
  for (const [line, lineNumber] of listLines(text)) {
    const output = readEvent(line);
    if (output === undefined) yield [line, lineNumber];
    else {
      last = lineNumber;
      const [head = '', ...following] = output.split('\n');
      pieces.push(head);
      for (const next of following) {
        yield [join(), lineNumber];
        pieces = [next];
      }
    }
  }
  yield [join(), last];
}

/** The text of an event of -json; undefined for any other line. */
function readEvent(line: string): string | undefined {
  if (
    !line.startsWith('{"Time"') &&
    !line.startsWith('{"Action"') &&
    !line.startsWith('{"ImportPath"')
  )
    return undefined;
  try {
    const event = JSON.parse(line) as { Output?: unknown };
    return typeof event.Output === 'string' ? event.Output : '';
  } catch {
    return undefined;
  }
}

/** Pairs of a value and a unit. */
function* readMeasured(name: string, measured: string, lineNumber: number): Generator<Measured> {
  const words = measured.trim().split(/\s+/);
  if (words.length % 2 !== 0)
    throw new ResultsFault(`${name}: a value without a unit, as if cut off`, lineNumber);
  const identity = readName(name);
  for (let i = 0; i < words.length; i += 2) {
    const value = readNumber(words[i] ?? '');
    const unit = words[i + 1] ?? '';
    if (value === undefined)
      throw new ResultsFault(
        `${name}: "${words[i]?.slice(0, 20) ?? ''}" is not a value`,
        lineNumber,
      );
    // The throughput follows from the time.
    if (unit !== 'MB/s') yield { ...identity, ...nameUnitOf(unit), value };
  }
}

const ownMetrics = new Set(['time', 'allocated', 'allocations']);

function nameUnitOf(unit: string): Omit<Measured, 'value'> {
  if (unit === 'ns/op') return { metric: 'time', unit: 'ns', direction: 'lower' };
  if (unit === 'B/op') return { metric: 'allocated', unit: 'bytes', direction: 'lower' };
  if (unit === 'allocs/op') return { metric: 'allocations', unit: '', direction: 'lower' };
  const direction = unit.endsWith('/s') ? 'higher' : 'lower';
  const metric = nameMetric(unit, ownMetrics);
  return { metric, written: unit, unit: nameUnit(unit), direction };
}

/** `BenchmarkSort/n=100/fast-8` → Sort/fast with n = 100 on 8 processors; 1 is not written. */
function readName(name: string): { span: string; annotations: Annotations } {
  const [, path = name, processors] = /^(.*?)(?:-(\d+))?$/.exec(name) ?? [];
  const parts = path.replace(/^Benchmark/, '').split('/');
  const annotations = new Map<string, string | number>();
  const kept = parts.filter((part, i) => {
    const [, key, value] = i === 0 ? [] : (/^([A-Za-z_][\w.]*)=(.*)$/.exec(part) ?? []);
    if (key === undefined || value === undefined || annotations.has(key)) return true;
    annotations.set(key, value);
    return false;
  });
  if (processors !== undefined) annotations.set('procs', Number(processors));
  return { span: kept.join('/') || name, annotations: Object.fromEntries(annotations) };
}
