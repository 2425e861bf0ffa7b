import { hasLine, readByLine, readNumber, refuseEmpty, type Adapter } from './adapter.ts';
import { requireJson } from './json.ts';
import { spreadFrom } from './spread.ts';

const row = /^ *(\S.*?)(?<! ) {2,}([\d.]+)([kMBT]?) +\(± *([\d.]+)%\) i\/s/;
const powers = { '': 1, k: 1e3, M: 1e6, B: 1e9, T: 1e12 };

/** Ruby's benchmark-ips: what it prints, or what `json!` writes. */
export const benchmarkIps: Adapter = {
  name: 'benchmark-ips',
  detects: ({ json, text }) =>
    json === undefined
      ? hasLine(text, /\(± *[\d.]+%\) i\/s/)
      : !json.isEmpty && json.isListOf((one) => one.get('ips').isThere),
  read: (output) => (/^\s*\[/.test(output.text) ? readJson(output) : readLines(output)),
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

function readLines({ text }: Parameters<Adapter['read']>[0]) {
  return readByLine(text, 'line of a report, such as "sort  6.769k (± 8.7%) i/s"', (line) => {
    const [, span, digits = '', power = ''] = row.exec(line) ?? [];
    const value = readNumber(digits);
    if (span === undefined || value === undefined) return [];
    return [{ ...common, span, value: value * powers[power as keyof typeof powers] }];
  });
}
