import type { Annotations } from '../contract/documents.ts';
import type { ReportedNumber } from '../contract/numbers.ts';
import { refuseEmpty, type Adapter } from './adapter.ts';
import { requireJson, type Json } from './json.ts';
import { spreadFrom, spreadOf } from './spread.ts';

/** `hyperfine --export-json`: times in seconds. */
export const hyperfine: Adapter = {
  name: 'hyperfine',
  detects: ({ json }) =>
    json
      ?.get('results')
      .isListOf((one) => one.get('command').isThere && one.get('user').isThere) === true,
  read: (output) =>
    refuseEmpty(requireJson(output).get('results').flatMap(readCommand), 'result of a command'),
};

function readCommand(one: Json): ReportedNumber[] {
  const params = one.get('parameters');
  const annotations: Annotations = params.isThere
    ? Object.fromEntries([...params.entries()].map(([key, value]) => [key, value.text()]))
    : {};
  const times = one.get('times').numbers();
  const common = {
    span: one.get('command').text(),
    annotations,
    unit: 's',
    direction: 'lower',
  } as const;
  const user = one.get('user').maybeNumber();
  const system = one.get('system').maybeNumber();
  return [
    {
      ...common,
      metric: 'time',
      value: (one.get('median').isThere ? one.get('median') : one.get('mean')).number(),
      ...(times.length > 1 ? spreadOf(times) : spreadFrom(undefined, undefined)),
    },
    ...(user === undefined || system === undefined
      ? []
      : [{ ...common, metric: 'cpu_time', value: user + system }]),
  ];
}
