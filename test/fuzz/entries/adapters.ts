import { adapters } from '../../../src/adapters/adapters.ts';
import { longestLine } from '../../../src/adapters/json.ts';
import { readResults } from '../../../src/adapters/read-results.ts';
import type { Random } from '../../../src/stats/random.ts';
import { below, pick } from '../draw.ts';
import { describeEntry, type Entry, expectThat } from '../entry.ts';

/** How lines of tools begin and end, and what their regular expressions repeat. */
const beginnings = [
  ...['', ' ', 'x', '├─ x', 'x time: [', 'test x', 'Benchmark 1 ', 'BenchmarkX 1 ', 'real ', '(±'],
  ...[
    '<BenchmarkResults ',
    '<Section ',
    '  Instructions: ',
    '{"Action":"',
    'x x ',
    '│ Task Name │',
  ],
];
const runs = [
  ...[
    ' ',
    '1',
    'x',
    'x ',
    '  x',
    '1 ',
    '.',
    ':',
    '1:',
    ': ',
    '-1',
    '/a=1',
    '_',
    ',',
    '│',
    '::',
    '1 a ',
  ],
  ...['time: [1 ', ' name="', '1e', 'x x 1', '(± 1', 'Benchmark', '\u001b[1', '&lt', '\u2028'],
];
const ends = ['', 'x', ' x', '%', '\u2028x', 'elapsed ', '"'];
const longest = 40_000;

function drawLine(random: Random): string {
  const length = random() < 0.5 ? longestLine - 100 : longest;
  const parts = Array.from({ length: 1 + below(random, 2) }, () => pick(random, runs));
  const share = Math.floor(length / parts.length);
  const middle = parts.map((part) => part.repeat(Math.floor(share / part.length))).join('');
  return pick(random, beginnings) + middle + pick(random, ends);
}

/** `file` names some of a benchmark's own fields, so that a hostile name gets as far as it can. */
function wrapInJson(name: string): string {
  const one = { fullname: name, name, command: name, benchmark: name, stats: { median: 1 } };
  const list = [{ ...one, user: 1, mean: 1, real_time: 1, cpu_time: 1, [name]: 1, value: 1 }];
  return JSON.stringify({ machine_info: {}, context: {}, results: list, benchmarks: list });
}

const formats = ['auto', ...adapters.map(({ name }) => name)];

export const adapterEntries: readonly Entry[] = [
  describeEntry({
    name: 'output of a tool with long lines',
    draw: (random) => {
      const line = drawLine(random);
      const text =
        random() < 0.2
          ? wrapInJson(line)
          : Array.from({ length: Math.floor(100_000 / line.length) }, () => line).join('\n');
      return { text, format: pick(random, formats) };
    },
    run: ({ text, format }) => {
      const results = readResults(text, format);
      if (!('fault' in results)) return;
      expectThat(results.fault.length < 2_000, `a fault of ${results.fault.length} characters`);
    },
  }),
];
