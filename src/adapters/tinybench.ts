import type { ReportedNumber } from '../contract/numbers.ts';
import {
  hasLine,
  listLines,
  readNumber,
  refuseEmpty,
  readTime,
  type Adapter,
  type LeaveOut,
} from './adapter.ts';
import { ResultsFault } from './results-fault.ts';
import { requireJson, type Json, type Output } from './json.ts';
import { spreadOf } from './spread.ts';

/** Tasks of tinybench 2 to 6 as JSON, or the table that `console.table(bench.table())` prints. */
export const tinybench: Adapter = {
  name: 'tinybench',
  detects: ({ json, text }) =>
    json?.isList === true
      ? !json.isEmpty && json.isListOf((task) => task.get('name').isThere && isResult(task))
      : hasLine(text, tableHead),
  read: (output, leaveOut) =>
    output.json === undefined && hasLine(output.text, tableHead)
      ? refuseEmpty(readTable(output, leaveOut), 'row in the table')
      : refuseEmpty(
          requireJson(output).flatMap((task) => readTask(task, leaveOut)),
          'task',
        ),
};

const tableHead = /│ Task [Nn]ame +│/;

/** A task that was not run has none, or a state. */
function isResult(task: Json): boolean {
  const result = task.get('result');
  const keys = ['latency', 'hz', 'error', 'state'];
  return keys.some((key) => result.get(key).isThere) || task.get('runs').isThere;
}

/** Version 2 has the times in the result itself, later ones in `latency`; both in milliseconds. */
function readTask(task: Json, leaveOut: LeaveOut): ReportedNumber[] {
  const result = task.get('result');
  const name = task.get('name').text();
  const state = result.get('state').maybeText() ?? '';
  if (result.get('error').isThere || state === 'errored' || state.startsWith('aborted')) {
    leaveOut(name);
    return [];
  }
  if (!result.isThere || state === 'not-started') return [];
  const times = result.get('latency').isThere ? result.get('latency') : result;
  const time = times.get('p50').isThere ? times.get('p50') : times.get('mean');
  const count = times.get('samplesCount').maybeNumber() ?? times.get('df').maybeNumber();
  const samples = times.get('samples').numbers();
  const spread = spreadOf(samples, count, times.get('sd').maybeNumber());
  return readTime({ span: name, unit: 'ms', ...spread }, { time, p99: times.get('p99') }, leaveOut);
}

const medianColumn = /^Latency med(?:ian)? \(ns\)$/;
const meanColumn = /^(?:Latency (?:avg|average)|Average Time) \(ns\)$/;

/** The median where the table has one, as later versions do; else the average. */
function* readTable({ text }: Output, leaveOut: LeaveOut): Generator<ReportedNumber> {
  let columns: string[] = [];
  for (const [line, lineNumber] of listLines(text)) {
    if (line.startsWith('┌')) columns = [];
    if (!line.startsWith('│')) continue;
    const written = line.slice(1, -1).split('│');
    // The code may print a table of its own.
    if (tableHead.test(line)) columns = written.map((cell) => cell.trim());
    if (columns.length === 0 || tableHead.test(line)) continue;
    const place = columns.findIndex((name) => /^Task [Nn]ame$/.test(name));
    const cells = joinName(written, place).map((cell) => cell.trim());
    const median = columns.findIndex((name) => medianColumn.test(name));
    const time =
      cells[median >= 0 ? median : columns.findIndex((name) => meanColumn.test(name))] ?? '';
    const span = unquote(cells[place] ?? '');
    const value = readNumber(unquote(time).split(' ')[0] ?? '');
    const hasFailed = (cells[columns.indexOf('Error')] ?? '') !== '';
    if (hasFailed) leaveOut(span);
    if (hasFailed || (time === '' && cells.slice(place + 1).every((cell) => cell === ''))) continue;
    if (value === undefined)
      throw new ResultsFault('a row of the table without a time', lineNumber);
    yield { span, metric: 'time', value, unit: 'ns', direction: 'lower' };
  }
}

/** A name may have the line in it that ends a cell. */
function joinName(cells: readonly string[], place: number): readonly string[] {
  const quote = cells[place]?.trim()[0] ?? '';
  const length = cells.slice(place).findIndex((cell) => cell.trim().endsWith(quote)) + 1;
  const name = cells.slice(place, place + length).join('│');
  return length <= 1 ? cells : [...cells.slice(0, place), name, ...cells.slice(place + length)];
}

function unquote(cell: string): string {
  return cell.replace(/^(['"`])(.*)\1$/, '$2');
}
