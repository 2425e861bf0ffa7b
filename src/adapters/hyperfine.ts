import type { Annotations } from '../contract/documents.ts';
import type { ReportedNumber } from '../contract/numbers.ts';
import { refuseEmpty, readTime, type Adapter, type LeaveOut } from './adapter.ts';
import { requireJson, type Json } from './json.ts';
import { spreadOf } from './spread.ts';

/** `hyperfine --export-json`: times in seconds. */
export const hyperfine: Adapter = {
  name: 'hyperfine',
  detects: ({ json }) =>
    json
      ?.get('results')
      .isListOf((one) => one.get('command').isThere && one.get('user').isThere) === true,
  read: (output, leaveOut) =>
    refuseEmpty(
      requireJson(output)
        .get('results')
        .flatMap((one) => readCommand(one, leaveOut)),
      'result of a command',
    ),
};

function readCommand(one: Json, leaveOut: LeaveOut): ReportedNumber[] {
  const span = one.get('command').text();
  const params = one.get('parameters');
  const annotations: Annotations = params.isThere
    ? Object.fromEntries([...params.entries()].map(([key, value]) => [key, value.text()]))
    : {};
  const codes = one.get('exit_codes');
  const [code, ...others] = new Set(
    codes.isList ? [...codes.list()].map(({ value }) => value) : [0],
  );
  // With --ignore-failure. One that always ends like this may be meant; it is not compared with a success.
  if (others.length > 0 || code === null) {
    leaveOut([span, ...Object.values(annotations)].join(' '));
    return [];
  }
  if (typeof code === 'number' && code !== 0) annotations['exit_code'] = code;
  const times = one.get('times').numbers();
  const time = one.get('median').isThere ? one.get('median') : one.get('mean');
  const common = { span, annotations, unit: 's' };
  const read = readTime({ ...common, ...spreadOf(times) }, { time }, leaveOut);
  const user = one.get('user').maybeNumber();
  const system = one.get('system').maybeNumber();
  if (read.length === 0 || user === undefined || system === undefined) return read;
  return [...read, { ...common, direction: 'lower', metric: 'cpu_time', value: user + system }];
}
