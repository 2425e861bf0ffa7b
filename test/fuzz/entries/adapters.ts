import * as fc from 'fast-check';
import { adapters } from '../../../src/adapters/adapters.ts';
import { longestLine } from '../../../src/adapters/json.ts';
import { readResults } from '../../../src/adapters/read-results.ts';
import { listSchemaErrors } from '../../../src/contract/validate.ts';
import { recorded } from '../../adapters/recorded.ts';
import { mutateText } from '../draw.ts';
import { describeEntry, type Entry, expectThat } from '../entry.ts';

/** How lines of tools begin and end, and what their regular expressions repeat. */
const beginning = fc.constantFrom(
  ...['', ' ', 'x', '├─ x', 'x time: [', 'test x', 'Benchmark 1 ', 'BenchmarkX 1 ', 'real ', '(±'],
  ...[
    '<BenchmarkResults ',
    '<Section ',
    '  Instructions: ',
    '{"Action":"',
    'x x ',
    '│ Task Name │',
  ],
);
const repeated = fc.constantFrom(
  ...[' ', 'x ', '  x', '1 ', ': ', '1 a ', 'time: [1 ', ' name="', 'x x 1', '(± 1', '\u001b[1'],
  ...'1 x . : 1: -1 /a=1 _ , │ :: 1e Benchmark &lt \u2028'.split(' '),
);
const end = fc.constantFrom('', 'x', ' x', '%', '\u2028x', 'elapsed ', '"');

const line = fc
  .tuple(
    beginning,
    fc.array(repeated, { minLength: 1, maxLength: 2 }),
    fc.constantFrom(longestLine - 100, 40_000),
    end,
  )
  .map(([start, parts, length, end]) => {
    const share = length / parts.length;
    return start + parts.map((part) => part.repeat(share / part.length)).join('') + end;
  });

/** `file` names some of a benchmark's own fields, so that a hostile name gets as far as it can. */
function wrapInJson(name: string): string {
  const one = { fullname: name, name, command: name, benchmark: name, stats: { median: 1 } };
  const list = [{ ...one, user: 1, mean: 1, real_time: 1, cpu_time: 1, [name]: 1, value: 1 }];
  return JSON.stringify({ machine_info: {}, context: {}, results: list, benchmarks: list });
}

const format = fc.constantFrom('auto', ...adapters.map(({ name }) => name));

export const adapterEntries: readonly Entry[] = [
  describeEntry({
    name: 'output of a tool with long lines',
    input: fc.record({
      text: fc.oneof(
        { weight: 1, arbitrary: line.map(wrapInJson) },
        { weight: 4, arbitrary: line.map((one) => `${one}\n`.repeat(100_000 / one.length)) },
      ),
      format,
    }),
    run: ({ text, format }) => {
      const results = readResults(text, format);
      if (!('fault' in results)) return;
      expectThat(results.fault.length < 2_000, `a fault of ${results.fault.length} characters`);
    },
  }),
  describeEntry({
    name: 'output of a tool, damaged',
    share: 4,
    input: fc
      .constantFrom(...recorded)
      .chain(({ adapter, text }) =>
        fc.tuple(mutateText(text, 200_000), fc.oneof(fc.constantFrom(adapter, 'auto'), format)),
      ),
    run: ([text, format]) => {
      const results = readResults(text, format);
      if ('fault' in results) {
        expectThat(results.fault !== '', 'a fault without words');
        return;
      }
      const profile = {
        ...{ schema: 'perigee/profile', version: 1, test: 't', side: 'after', repeat: 0, order: 0 },
        ...{ startedAt: '2026-11-22T06:00:00Z', durationNs: 1, outcome: { status: 'passed' } },
        ...{ metrics: results.metrics, spans: results.spans, problems: [] },
      };
      const errors = listSchemaErrors('profile', profile);
      expectThat(errors.length === 0, JSON.stringify(errors));
    },
  }),
];
