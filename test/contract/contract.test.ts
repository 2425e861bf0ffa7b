import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isOnlyTimeOpen } from '../../src/contract/busy-machine.ts';
import { coverReads, type Difference, findNoticed } from '../../src/contract/covered-paths.ts';
import type { SeriesVerdict } from '../../src/contract/documents.ts';
import { builtInMetrics, findMetric, orderMetrics } from '../../src/contract/metrics.ts';
import { filterNames, matchesName } from '../../src/contract/name-pattern.ts';
import { describeReductions } from '../../src/contract/suite-changes.ts';
import { readUntouchedShards, writeUntouchedShards } from '../../src/contract/untouched-shards.ts';
import { exitCode, UserError } from '../../src/contract/user-error.ts';
import { checkDocument } from '../../src/contract/validate.ts';
import { makeSeries } from '../report/fixtures/make-verdict.ts';
import { kinds, listExamples, readExample, readPlaces } from './corpus.ts';

describe('busy machine', () => {
  const busy = [{ code: 'machine-busy', message: 'something waited for a CPU 96% of the time' }];
  const slow = makeSeries({ state: 'undecided' });
  const cpu = makeSeries({ metric: 'cpu.total' });

  test('only time is open if latency is undecided and the CPU time of its span is cleared', () => {
    expect(isOnlyTimeOpen([slow, cpu], busy)).toBe(true);
  });

  const vanished: SeriesVerdict = { ...slow, after: { values: [null], rejected: [] } };

  test.each<[string, SeriesVerdict[]]>([
    ['CPU time is undecided too', [slow, { ...cpu, state: 'undecided' }]],
    ['CPU time was not measured', [slow]],
    ['CPU time is cleared in another span', [slow, { ...cpu, span: 'another' }]],
    ['memory is undecided', [slow, cpu, makeSeries({ metric: 'memory.peak', state: 'undecided' })]],
    ['the latency vanished', [vanished, cpu]],
    ['nothing is undecided', [{ ...slow, state: 'not-regressed' }, cpu]],
    ['its rule only warns', [{ ...slow, threshold: { rule: 'x', action: 'warn' } }, cpu]],
  ])('it is not where %s', (_, series) => {
    expect(isOnlyTimeOpen(series, busy)).toBe(false);
  });

  test('on a quiet machine an undecided latency is not explained', () => {
    expect(isOnlyTimeOpen([slow, cpu], [])).toBe(false);
  });
});

describe('covered paths', () => {
  const reads = { paths: ['src/a.js'], listed: [], doubts: [], seesQuestions: true };
  const longer: Difference = { path: 'data/big', isContent: true, isSameSize: false };

  test.each(['.gitattributes', '.gitmodules', '.lfsconfig', 'assets/.gitattributes'])(
    '%s is noticed, since git checks files out by it',
    (path) => {
      const difference = { path, isContent: true, isSameSize: true };
      expect(findNoticed(coverReads([reads]), [difference])).toBe(path);
    },
  );

  test('where questions are not seen, another size of any file is noticed', () => {
    const blind = coverReads([{ ...reads, seesQuestions: false }]);
    expect(findNoticed(blind, [longer])).toBe('data/big');
    expect(findNoticed(blind, [{ ...longer, isSameSize: true }])).toBeUndefined();
  });

  test('where questions are seen, a file that nobody asked for may have any size', () => {
    expect(findNoticed(coverReads([reads]), [longer])).toBeUndefined();
  });
});

describe('metrics', () => {
  test('every metric of ours is one that the schema accepts', () => {
    const profile = JSON.parse(readExample('profile', 'valid', 'passed')) as object;
    const metrics = builtInMetrics.map(({ name, unit, direction, kind }) => ({
      ...{ name, unit, direction, kind },
      ...{ source: 'test', scope: 'tree', exactness: 'exact' },
    }));
    expect(checkDocument('profile', { ...profile, metrics }, 'x').metrics).toEqual(metrics);
  });

  test('no name and no title stands for two metrics', () => {
    const count = builtInMetrics.length;
    expect(new Set(builtInMetrics.map(({ name }) => name)).size).toBe(count);
    expect(new Set(builtInMetrics.map(({ title }) => title)).size).toBe(count);
  });

  test('a metric is found by its name, and only by that', () => {
    expect(findMetric('latency')).toMatchObject({
      unit: 'ns',
      kind: 'duration',
      direction: 'lower',
    });
    expect(findMetric('Latency')).toBeUndefined();
    expect(findMetric('constructor')).toBeUndefined();
  });

  test('latency comes first, what a suite records itself last', () => {
    const names = ['ops', 'memory.peak', 'context_switches.voluntary', 'latency', 'cpu.total'];
    expect(orderMetrics(names)).toEqual([
      ...['latency', 'cpu.total', 'memory.peak', 'context_switches.voluntary', 'ops'],
    ]);
  });
});

describe('name pattern', () => {
  test.each([
    ['upload', 'upload', true],
    ['upload', 'uploads', false],
    ['upload', 'Upload', false],
    ['cpu.*', 'cpu.user', true],
    ['cpu.*', 'cpuXuser', false],
    ['*', '', true],
    ['**', 'anything', true],
    ['*load', 'upload', true],
    ['*load', 'uploads', false],
    ['up*1*kB', 'upload 10,000 files of 1 kB', true],
    ['up*1*kB', 'upload 10,000 files of 1 MB', false],
    ['a*b', 'a*b', true],
    ['[a]', 'a', false],
    ['', 'a', false],
  ])('%j against %j is %s', (pattern, name, fits) => {
    expect(matchesName(pattern, name)).toBe(fits);
  });

  test('a pattern of many stars over a long name is decided at once', () => {
    expect(matchesName('a*'.repeat(100) + 'b', 'a'.repeat(200))).toBe(false);
  });

  test('names that fit several patterns are listed once, in their own order', () => {
    expect(filterNames(['b*', '*a'], ['a', 'ba', 'c'])).toEqual(['a', 'ba']);
  });
});

describe('python agrees', () => {
  type Judgement = string[] | null;

  const judge = fileURLToPath(new URL('judge.py', import.meta.url));
  const sides = ['valid', 'invalid'] as const;
  const texts = kinds.map((kind) => {
    const all = sides.flatMap((side) =>
      listExamples(kind, side).map(
        (name) => [`${side} ${name}`, readExample(kind, side, name)] as const,
      ),
    );
    return [kind, Object.fromEntries<string>(all)] as const;
  });
  const judged = JSON.parse(
    execFileSync('python3', [judge], {
      ...{ encoding: 'utf8', maxBuffer: 1 << 26 },
      input: JSON.stringify(Object.fromEntries(texts)),
    }),
  ) as Record<string, Record<string, Judgement | undefined>>;

  describe.each(kinds)('Python judges the examples of %s as TypeScript does', (kind) => {
    test.each(listExamples(kind, 'valid'))('%s is valid', (name) => {
      expect(judged[kind]?.[`valid ${name}`]).toEqual([]);
    });

    test.each(Object.entries(readPlaces(kind)))('%s is invalid at %s', (name, place) => {
      const places = judged[kind]?.[`invalid ${name}`];
      if (place === null) expect(places).toBeNull();
      else expect(places).toContain(place);
    });
  });
});

describe('suite changes', () => {
  test('a headline names a test that may keep its results between executions', () => {
    const message = `its first execution took 900 ms, and a later one takes 40 ms${' more'.repeat(50)}`;
    const said = describeReductions([{ code: 'first-execution-slower', test: 'upload', message }]);
    expect(said).toMatch(/^; upload: its first execution took 900 ms.*…$/);
    expect(said.length).toBeLessThan(160);
  });
});

describe('untouched shards', () => {
  const plan = '0123456789abcdef'.repeat(4);

  test('what is written into a check is read again, wherever it stands', () => {
    const said = { plan, shards: [0, 2, 11] };
    expect(readUntouchedShards(`Words.\n\n${writeUntouchedShards(said)}\nMore.`)).toEqual(said);
  });

  test('a name of a test that looks like it says nothing, and of several lines the last one counts', () => {
    const forged = writeUntouchedShards({ plan, shards: [0, 1, 2] });
    const said = { plan, shards: [2] };
    const named = `- The test \`${forged}\` broke.\n  ${forged} and more\n`;
    expect(readUntouchedShards(named)).toBeUndefined();
    expect(readUntouchedShards(`${named}\n${writeUntouchedShards(said)}\n`)).toEqual(said);
    expect(readUntouchedShards(`${forged}\n${writeUntouchedShards(said)}\r\nMore.`)).toEqual(said);
  });

  test.each([
    '',
    'no such line',
    `<!-- perigee untouched shards  of plan ${plan} -->`,
    `<!-- perigee untouched shards 1,,2 of plan ${plan} -->`,
    `<!-- perigee untouched shards 99999 of plan ${plan} -->`,
    `<!-- perigee untouched shards 1 of plan ${plan.slice(1)} -->`,
  ])('anything else says nothing: %s', (summary) => {
    expect(readUntouchedShards(summary)).toBeUndefined();
  });
});

describe('user error', () => {
  test('the message says where, what was seen, what was expected, what else, and what to do', () => {
    const error = new UserError({
      where: 'perigee.yml:12:5',
      seen: '"latencyy" is not a metric',
      expected: 'a metric, e.g. latency',
      also: ['/x: 1, not text'],
      remedy: 'write latency',
    });
    expect(error.message).toBe(
      [
        'perigee.yml:12:5: "latencyy" is not a metric',
        '  expected: a metric, e.g. latency',
        '  also: /x: 1, not text',
        '  to do: write latency',
      ].join('\n'),
    );
  });

  test('what is not known is not mentioned', () => {
    expect(new UserError({ seen: 'no repository here' }).message).toBe('no repository here');
  });

  test('it ends the program as wrong usage unless it says otherwise', () => {
    expect(new UserError({ seen: 'x' }).exitCode).toBe(exitCode.wrongUsage);
    const other = new UserError({ seen: 'x', exitCode: exitCode.couldNotMeasure });
    expect(other.exitCode).toBe(3);
  });

  test('the cause is kept for whoever looks for a defect', () => {
    const cause = new Error('ENOENT');
    expect(new UserError({ seen: 'x', cause }).cause).toBe(cause);
  });
});
