import type { ReportedNumber } from '../contract/numbers.ts';
import {
  hasLine,
  listLines,
  readNumber,
  refuseEmpty,
  type Adapter,
  type LeaveOut,
} from './adapter.ts';
import { ResultsFault } from './results-fault.ts';
import { requireJson, type Json, type Output } from './json.ts';
import { spreadFrom, spreadOf } from './spread.ts';

/** Tasks of tinybench 2 to 6 as JSON, or the table that `console.table(bench.table())` prints. */
export const tinybench: Adapter = {
  name: 'tinybench',
  detects: ({ json, text }) =>
    json?.isList === true
      ? json.isListOf((task) => task.get('name').isThere && isResult(task.get('result')))
      : hasLine(text, tableHead),
  read: (output, leaveOut) =>
    output.json === undefined && hasLine(output.text, tableHead)
      ? refuseEmpty(readTable(output), 'row in the table')
      : refuseEmpty(
          requireJson(output).flatMap((task) => readTask(task, leaveOut)),
          'task',
        ),
};

const tableHead = /│ Task [Nn]ame +│/;

function isResult(result: Json): boolean {
  return result.get('latency').isThere || result.get('hz').isThere || result.get('error').isThere;
}

/** Version 2 has the times in the result itself, later ones in `latency`; both in milliseconds. */
function readTask(task: Json, leaveOut: LeaveOut): ReportedNumber[] {
  const result = task.get('result');
  const name = task.get('name').text();
  if (result.get('error').isThere) {
    leaveOut(name);
    return [];
  }
  const times = result.get('latency').isThere ? result.get('latency') : result;
  const common = { span: name, unit: 'ms', direction: 'lower' } as const;
  const median = times.get('p50').maybeNumber();
  const p99 = times.get('p99').maybeNumber();
  const samples = times.get('samples').numbers();
  const count = times.get('samplesCount').maybeNumber() ?? times.get('df').maybeNumber();
  return [
    {
      ...common,
      metric: 'time',
      value: median ?? times.get('mean').number(),
      ...(samples.length > 1
        ? spreadOf(samples)
        : spreadFrom(count, times.get('sd').maybeNumber())),
    },
    ...(p99 === undefined ? [] : [{ ...common, metric: 'time.p99', value: p99 }]),
  ];
}

/** The median where the table has one, as later versions do; else the average. */
function* readTable({ text }: Output): Generator<ReportedNumber> {
  let columns: string[] = [];
  for (const [line, lineNumber] of listLines(text)) {
    if (!line.startsWith('│')) continue;
    const cells = line
      .slice(1, -1)
      .split('│')
      .map((cell) => cell.trim());
    if (/^Task [Nn]ame$/.test(cells[1] ?? '')) {
      columns = cells;
      continue;
    }
    const median = columns.indexOf('Latency med (ns)');
    const place =
      median >= 0
        ? median
        : columns.findIndex((name) => /^(Latency avg|Average Time) \(ns\)$/.test(name));
    const written = unquote(cells[place] ?? '').split(' ')[0] ?? '';
    const value = readNumber(written);
    if (value === undefined)
      throw new ResultsFault('a row of the table without a time', lineNumber);
    const span = unquote(cells[columns.findIndex((name) => /^Task [Nn]ame$/.test(name))] ?? '');
    yield { span, metric: 'time', value, unit: 'ns', direction: 'lower' };
  }
}

function unquote(cell: string): string {
  return cell.replace(/^'(.*)'$/, '$1');
}
