/**
 * How fast each adapter reads, and what memory that takes: what its tool wrote, repeated until it has the size.
 * `npx node bench/adapter-rate.ts 20` reads 20 MB each; 100 is the largest that Perigee takes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readResults } from '../src/adapters/read-results.ts';

const folder = fileURLToPath(new URL('../test/adapters/recorded/', import.meta.url));
const wanted = Number(process.argv[2] ?? 20) * 1e6;
const samples: readonly [
  format: string,
  file: string,
  grow: (text: string, times: number) => string,
][] = [
  ['go', 'go/bench.txt', repeat],
  ['criterion', 'criterion/v0.7.txt', repeat],
  ['catch2', 'catch2/v2.txt', repeat],
  ['libtest', 'libtest/bench.txt', repeat],
  ['benchmark.js', 'benchmark-js/v2.txt', repeat],
  ['hyperfine', 'hyperfine/v1.json', (text, times) => growList(text, 'results', times)],
  [
    'pytest-benchmark',
    'pytest-benchmark/v5.json',
    (text, times) => growList(text, 'benchmarks', times),
  ],
  [
    'google-benchmark',
    'google-benchmark/v1.json',
    (text, times) => growList(text, 'benchmarks', times),
  ],
];

function repeat(text: string, times: number): string {
  return text.repeat(times);
}

function growList(text: string, key: string, times: number): string {
  const document = JSON.parse(text) as Record<string, unknown[]>;
  const items = document[key] ?? [];
  return JSON.stringify(
    { ...document, [key]: Array.from({ length: times }, () => items).flat() },
    null,
    1,
  );
}

for (const [format, file, grow] of samples) {
  const text = readFileSync(`${folder}${file}`, 'utf8');
  const long = grow(text, Math.ceil(wanted / text.length));
  const before = process.memoryUsage().rss;
  const begin = performance.now();
  const results = readResults(long, format);
  const seconds = (performance.now() - begin) / 1000;
  const grown = (process.memoryUsage().rss - before) / 1e6;
  const what = 'fault' in results ? results.fault : `${results.spans.length} spans`;
  const rate = long.length / 1e6 / seconds;
  console.log(
    `${format}: ${(long.length / 1e6).toFixed(0)} MB in ${seconds.toFixed(2)} s, ${rate.toFixed(0)} MB/s, ${grown.toFixed(0)} MB more memory; ${what}`,
  );
}
console.log(`${readdirSync(folder).length} tools have recorded output`);
