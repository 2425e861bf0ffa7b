/**
 * How fast each adapter reads in CPU time, and what memory that takes: what its tool wrote, grown until it has the size.
 * `npx node bench/adapter-rate.ts 20` reads 20 MB each; 100 is the largest that Perigee takes, unless it has
 * too many benchmarks or values, and then it prints how fast it is refused. With the name of
 * an adapter it reads only that one; without, it starts a process for each, so that the peak is of one alone.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Adapter } from '../src/adapters/adapter.ts';
import { adapters } from '../src/adapters/adapters.ts';
import { readResults } from '../src/adapters/read-results.ts';
import { recorded } from '../test/adapters/recorded.ts';

const megabytes = Number(process.argv[2] ?? 20);
const chosen = process.argv[3];

/** For the tools that do not run here, after their documentation. */
const documented: Readonly<Record<string, unknown>> = {
  nanobench: { results: [{ title: 'a', name: 'b', 'median(elapsed)': 4e-5, epochs: 11 }] },
  benchmarkdotnet: {
    HostEnvironmentInfo: {},
    Benchmarks: [{ Type: 'A', Method: 'b', Parameters: 'n=1', Statistics: { Median: 110 } }],
  },
  lighthouse: {
    lighthouseVersion: '12.0.0',
    audits: { 'speed-index': { numericValue: 1234.5, numericUnit: 'millisecond' } },
  },
  bencher: { sort: { latency: { value: 1 } } },
  customSmallerIsBetter: [{ name: 'sort', unit: 'ns', value: 1 }],
  customBiggerIsBetter: [{ name: 'sort', unit: 'ops/s', value: 1 }],
};

/** A file of these holds as many benchmarks or metrics as it has names, which are limited: the rest is not read. */
const limited = new Set(['asv', 'k6', 'lighthouse', 'bencher']);

function findSample(format: string): string {
  const own = recorded.filter(({ adapter }) => adapter === format);
  const text = own.find(({ file }) => !file.includes('/odd'))?.text;
  return text ?? JSON.stringify(documented[format]);
}

function grow(format: string, length: number): string {
  const text = findSample(format);
  // Lines of JSON, as those of go test, are no document.
  const isDocument = /^\s*[[{]/.test(text) && format !== 'go-test';
  if (!isDocument) return text.repeat(Math.ceil(length / text.length));
  const document = JSON.parse(text) as unknown[] | Record<string, unknown[]>;
  const times = Math.ceil(length / JSON.stringify(document).length);
  const growList = (items: unknown[]) => Array.from({ length: times }, () => items).flat();
  if (Array.isArray(document)) return JSON.stringify(growList(document));
  if (limited.has(format))
    return JSON.stringify({ ...document, [format === 'bencher' ? 'sort' : 'more']: fill(length) });
  const key = ['results', 'benchmarks', 'Benchmarks', 'benches', 'files'].find((name) =>
    Array.isArray(document[name]),
  );
  if (key === undefined) throw new Error(`${format} has no list to grow`);
  return JSON.stringify({ ...document, [key]: growList(document[key] as unknown[]) });
}

/** Objects of four fields, as what a tool writes beside its numbers. */
function fill(length: number): unknown {
  const one = { name: 'sort', value: 123.456, unit: 'ns', runs: [1.5, 2.5, 3.5] };
  const items = Array.from({ length: Math.ceil(length / JSON.stringify(one).length) }, () => one);
  return { latency: { value: 1, items } };
}

/** What grows by repeating has one name many times. */
function takeRepeats(adapter: Adapter): Adapter {
  return {
    ...adapter,
    *read(output, leaveOut) {
      for (const number of adapter.read(output, leaveOut)) yield { ...number, isRepeat: true };
    },
  };
}

function measure(format: string): void {
  const text = grow(format, megabytes * 1e6);
  const size = (text.length / 1e6).toFixed(0);
  const begin = process.cpuUsage();
  const results = readResults(text, format, adapters.map(takeRepeats));
  const { user, system } = process.cpuUsage(begin);
  const seconds = (user + system) / 1e6;
  const what = 'fault' in results ? results.fault : `${results.spans.length} spans`;
  const peak = ((process.resourceUsage().maxRSS * 1024) / 1e6).toFixed(0);
  const rate = (text.length / 1e6 / seconds).toFixed(0);
  console.log(
    `${format}: ${size} MB in ${seconds.toFixed(2)} s of CPU, ${rate} MB/s, peak ${peak} MB; ${what}`,
  );
}

if (chosen !== undefined) measure(chosen);
else {
  for (const { name } of adapters) {
    const self = fileURLToPath(import.meta.url);
    spawnSync(process.execPath, [self, String(megabytes), name], { stdio: 'inherit' });
  }
}
