import {
  hasLine,
  listLines,
  readNumber,
  refuseEmpty,
  type Adapter,
  type Measured,
} from './adapter.ts';
import { requireJson } from './json.ts';
import { ResultsFault } from './results-fault.ts';
import { spreadFrom } from './spread.ts';

const row = /^ *(?:(\S.*?)(?<! ) {2,})?([\d.]+)([kMBTQ]?) +\(± *(?:[\d.]+|NaN)%\) i\/s/;
const warmUp = /^ *(?:(\S.*?)(?<! ) {2,})?[\d.]+[kMBTQ]? +i\/100ms$/;
const powers = { '': 1, k: 1e3, M: 1e6, B: 1e9, T: 1e12, Q: 1e15 };

/** Ruby's benchmark-ips: what it prints, or what `json!` writes. */
export const benchmarkIps: Adapter = {
  name: 'benchmark-ips',
  detects: ({ json, text }) =>
    json === undefined
      ? hasLine(text, /\(± *(?:[\d.]+|NaN)%\) i\/s/)
      : !json.isEmpty && json.isListOf((one) => one.get('ips').isThere),
  read: (output) => (/^\s*\[/.test(output.text) ? readJson(output) : readText(output)),
};

const common = { metric: 'throughput', unit: 'i/s', direction: 'higher' } as const;

function readJson(output: Parameters<Adapter['read']>[0]) {
  const numbers = requireJson(output).flatMap((one) => [
    {
      ...{ ...common, span: one.get('name').text(), value: one.get('ips').number() },
      ...spreadFrom(one.get('cycles').maybeNumber(), one.get('stddev').maybeNumber()),
    },
  ]);
  return refuseEmpty(numbers, 'report');
}

function readText({ text }: Parameters<Adapter['read']>[0]) {
  return refuseEmpty(readLines(text), 'line of a report, such as "sort  6.769k (± 8.7%) i/s"');
}

/** A long name stands on a line of its own, and what the code prints stands behind any name. */
function* readLines(text: string): Generator<Measured> {
  const names: string[] = [];
  let last = '';
  let count = 0;
  for (const [line, lineNumber] of listLines(text)) {
    const warm = warmUp.exec(line);
    if (warm !== null) names.push(warm[1] ?? last);
    const [whole, written = last, digits = '', power = ''] = row.exec(line) ?? [];
    const value = readNumber(digits);
    if (whole !== undefined && value !== undefined) {
      const span = names.find((name) => name === written) ?? names[count] ?? written;
      if (span === '') throw new ResultsFault('a value without its benchmark', lineNumber);
      count += 1;
      yield { ...common, span, value: value * powers[power as keyof typeof powers] };
    }
    last = line.trim();
  }
}
