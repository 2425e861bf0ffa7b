import type { Annotations } from '../contract/documents.ts';
import type { ReportedNumber } from '../contract/numbers.ts';
import { refuseEmpty, readTime, type Adapter, type LeaveOut } from './adapter.ts';
import { requireJson, type Json } from './json.ts';
import { spreadOf } from './spread.ts';

/** mitata's JSON, 0.1 and 1: times in nanoseconds. It runs under Node, Bun and Deno. */
export const mitata: Adapter = {
  name: 'mitata',
  detects: ({ json }) =>
    json
      ?.get('benchmarks')
      .isListOf(
        (one) =>
          one.get('runs').isList || one.get('stats').get('avg').isThere || one.get('error').isThere,
      ) === true,
  read(output, leaveOut) {
    const json = requireJson(output);
    const layout = json.get('layout');
    const numbers = json
      .get('benchmarks')
      .flatMap((one) =>
        one.get('runs').isList
          ? readRuns(one, nameGroup(one, layout), leaveOut)
          : readRun(one, one.get('group').maybeText(), leaveOut),
      );
    return refuseEmpty(numbers, 'benchmark');
  },
};

/** Version 1 numbers its groups by their place in the layout. */
function nameGroup(one: Json, layout: Json): string | undefined {
  const index = one.get('group').maybeNumber();
  return index === undefined || !layout.isList
    ? undefined
    : layout.at(index).get('name').maybeText();
}

/** A benchmark with parameters: its own name without them, the parameters as annotations. */
function readRuns(
  one: Json,
  group: string | undefined,
  leaveOut: LeaveOut,
): Iterable<ReportedNumber> {
  return one.get('runs').flatMap((run) => {
    const args = run.get('args').isThere ? [...run.get('args').entries()] : [];
    const alias = args.length > 0 ? one.get('alias').maybeText() : undefined;
    return readRun(run, group, leaveOut, toAnnotations(args), alias);
  });
}

function toAnnotations(args: readonly [string, Json][]): Annotations {
  return Object.fromEntries(
    args.map(([key, { value }]) => [
      key,
      typeof value === 'number' || typeof value === 'boolean'
        ? value
        : typeof value === 'string'
          ? value
          : JSON.stringify(value),
    ]),
  );
}

function readRun(
  run: Json,
  group: string | undefined,
  leaveOut: LeaveOut,
  annotations: Annotations = {},
  alias?: string,
): ReportedNumber[] {
  const inGroup = (name: string) =>
    group === undefined || group === '' ? name : `${group} > ${name}`;
  const written = run.get('name').text();
  const span = inGroup(alias ?? written);
  if (run.get('error').isThere) {
    leaveOut(inGroup(written));
    return [];
  }
  const stats = run.get('stats');
  const time = stats.get('p50').isThere ? stats.get('p50') : stats.get('avg');
  const spread = spreadOf(stats.get('samples').numbers());
  const common = { span, annotations, unit: 'ns', ...spread };
  return readTime(common, { time, p99: stats.get('p99') }, leaveOut);
}
