import type { Annotations } from '../contract/documents.ts';
import type { ReportedNumber } from '../contract/numbers.ts';
import { refuseEmpty, readTime, type Adapter, type LeaveOut } from './adapter.ts';
import { requireJson, type Json } from './json.ts';
import { spreadOf } from './spread.ts';

/** The brief or full JSON of BenchmarkDotNet: times in nanoseconds. */
export const benchmarkDotNet: Adapter = {
  name: 'benchmarkdotnet',
  detects: ({ json }) =>
    json?.get('HostEnvironmentInfo').isThere === true && json.get('Benchmarks').isList,
  read: (output, leaveOut) =>
    refuseEmpty(
      requireJson(output)
        .get('Benchmarks')
        .flatMap((one) => readBenchmark(one, leaveOut)),
      'benchmark',
    ),
};

function readBenchmark(one: Json, leaveOut: LeaveOut): ReportedNumber[] {
  const path = [one.get('Namespace').maybeText(), one.get('Type').text(), one.get('Method').text()];
  const span = path.filter((part) => part !== undefined && part !== '').join('.');
  const statistics = one.get('Statistics');
  if (!statistics.isThere) {
    leaveOut(`${span} ${one.get('Parameters').maybeText() ?? ''}`.trim());
    return [];
  }
  const common = { span, annotations: readAnnotations(one) };
  const spread = spreadOf(
    statistics.get('OriginalValues').numbers(),
    statistics.get('N').maybeNumber(),
    statistics.get('StandardDeviation').maybeNumber(),
  );
  const time = statistics.get('Median');
  const read = readTime({ ...common, unit: 'ns', ...spread }, { time }, leaveOut);
  const allocated = one.get('Memory').get('BytesAllocatedPerOperation').maybeNumber();
  if (read.length === 0 || allocated === undefined) return read;
  const memory = { metric: 'allocated', unit: 'bytes', value: allocated } as const;
  return [...read, { ...common, ...memory, direction: 'lower' }];
}

/** Methods of several jobs, such as two runtimes, are told apart by what is displayed: `Lists.Sort: .NET 8.0(…) [Size=1]`. */
function readAnnotations(one: Json): Annotations {
  const displayed = one.get('DisplayInfo').maybeText() ?? '';
  const job = /: (.+?)(?:\(.*\))?(?: \[.*\])?$/.exec(displayed)?.[1];
  const parameters = readParameters(one);
  return job === undefined || job === 'DefaultJob' ? parameters : { ...parameters, job };
}

/** `Size=100&Kind=fast`, or `Size=100, Kind=fast`. */
function readParameters(one: Json): Annotations {
  const written = one.get('Parameters').maybeText() ?? '';
  const pairs = new Map<string, string>();
  for (const pair of written === '' ? [] : written.split(/&|, /)) {
    const place = pair.indexOf('=');
    // A value has the separator in it: without the rest of it, two benchmarks would be one.
    if (place < 1 || pairs.has(pair.slice(0, place))) return { parameters: written };
    pairs.set(pair.slice(0, place), pair.slice(place + 1));
  }
  return Object.fromEntries(pairs);
}
