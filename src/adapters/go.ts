import type { Annotations } from '../contract/documents.ts';
import type { ReportedNumber } from '../contract/numbers.ts';
import { listLines, readNumber, refuseEmpty, type Adapter } from './adapter.ts';
import { ResultsFault } from './results-fault.ts';
import { nameMetric, nameUnit } from './name-metric.ts';

const row = /^(Benchmark\S*)\s+(\d+)\s+(.+)$/;

/** `go test -bench`, with or without `-json`, `-benchmem`, `-count` and `-cpu`. */
export const go: Adapter = {
  name: 'go',
  detects: ({ text }) =>
    /^Benchmark\S*\s+\d+\s+[\d.]+(e[+-]?\d+)? \S+/m.test(text) ||
    /"Output":"Benchmark\S*\s*\\t? *\d*/.test(text),
  read({ text }) {
    const numbers: ReportedNumber[] = [];
    let started: string | undefined;
    for (const [line, lineNumber] of joinOutput(text)) {
      if (/^(--- )?FAIL/.test(line))
        throw new ResultsFault(`go test failed: ${line.slice(0, 80)}`, lineNumber);
      const [, name = '', , measured = ''] = row.exec(line) ?? [];
      if (measured === '') {
        if (/^Benchmark\S*$/.test(line)) started = line;
        continue;
      }
      started = undefined;
      numbers.push(...readMeasured(name, measured, lineNumber));
    }
    if (started !== undefined && numbers.length === 0) {
      throw new ResultsFault(`${started} began and has no result: the run was cut off`);
    }
    return refuseEmpty(numbers, 'line of a benchmark, such as "BenchmarkSort-2 1000 12 ns/op"');
  },
};

/** With -json a line may come in pieces, each in an event of its own. */
function* joinOutput(text: string): Generator<[string, number]> {
  let rest = '';
  for (const [line, lineNumber] of listLines(text)) {
    const output = readEvent(line);
    if (output === undefined) yield [line, lineNumber];
    else {
      const lines = (rest + output).split('\n');
      rest = lines.pop() ?? '';
      for (const one of lines) yield [one.trimEnd(), lineNumber];
    }
  }
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
function readMeasured(name: string, measured: string, lineNumber: number): ReportedNumber[] {
  const words = measured.trim().split(/\s+/);
  if (words.length % 2 !== 0)
    throw new ResultsFault(`${name}: a value without a unit, as if cut off`, lineNumber);
  const identity = readName(name);
  const numbers: ReportedNumber[] = [];
  for (let i = 0; i < words.length; i += 2) {
    const value = readNumber(words[i] ?? '');
    const unit = words[i + 1] ?? '';
    if (value === undefined)
      throw new ResultsFault(
        `${name}: "${words[i]?.slice(0, 20) ?? ''}" is not a value`,
        lineNumber,
      );
    // The throughput follows from the time.
    if (unit !== 'MB/s') numbers.push({ ...identity, ...nameUnitOf(unit), value });
  }
  return numbers;
}

function nameUnitOf(unit: string): Pick<ReportedNumber, 'metric' | 'unit' | 'direction'> {
  if (unit === 'ns/op') return { metric: 'time', unit: 'ns', direction: 'lower' };
  if (unit === 'B/op') return { metric: 'allocated', unit: 'bytes', direction: 'lower' };
  if (unit === 'allocs/op') return { metric: 'allocations', unit: '', direction: 'lower' };
  const direction = unit.endsWith('/s') ? 'higher' : 'lower';
  return { metric: nameMetric(unit), unit: nameUnit(unit), direction };
}

/** `BenchmarkSort/n=100/fast-8` → Sort/fast with n = 100 on 8 processors; 1 is not written. */
function readName(name: string): { span: string; annotations: Annotations } {
  const [, path = name, processors] = /^(.*?)(?:-(\d+))?$/.exec(name) ?? [];
  const parts = path.replace(/^Benchmark/, '').split('/');
  const annotations: Annotations = {};
  const kept = parts.filter((part, i) => {
    const [, key, value] = i === 0 ? [] : (/^([A-Za-z_][\w.]*)=(.*)$/.exec(part) ?? []);
    if (key === undefined || value === undefined) return true;
    annotations[key] = value;
    return false;
  });
  if (processors !== undefined) annotations['procs'] = Number(processors);
  return { span: kept.join('/') || name, annotations };
}
