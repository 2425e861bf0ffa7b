import { expect, test } from 'vitest';
import { wholeTestSpan } from '../../src/contract/execution.ts';
import { createExplainer, listSubjects } from '../../src/pipeline/create-explainer.ts';
import { makeProfile, makeRecord } from '../aggregate/make-record.ts';
import { makeSeries, makeVerdict } from '../report/fixtures/make-verdict.ts';

type Moves = Record<string, { ratio: number; level?: number }>;

/** What a test says whose series of the whole moved like this, and whose calls of `write` became so many. */
function explain(moves: Moves, writes: number, by?: 'strace', length = 4) {
  const series = Object.entries(moves).map(([metric, { level, ratio }]) =>
    makeSeries({ test: 'upload', span: wholeTestSpan, metric, ratio, level }),
  );
  const explainer = createExplainer({ limitMs: 1, judge: () => makeVerdict(series) });
  explainer.ask(makeRecord([]));
  const runs = (count: number) => Array.from({ length }, () => ({ 'syscall.write': count }));
  const question = { test: 'upload', index: 0, of: 'time', cpuNs: 1e9 } as const;
  return explainer.explainCalls(question, { before: runs(100), after: runs(writes), by });
}

test('a test that takes longer with equal CPU time waits, also where a wide threshold allows it', () => {
  const { meanings } = explain({ latency: { ratio: 1.5 }, 'cpu.total': { ratio: 1 } }, 100);
  expect(meanings?.[0]).toMatch(/uses about as much CPU time as before and takes longer.*it waits/);
  const more = explain({ latency: { ratio: 1.5 }, 'cpu.total': { ratio: 1.4 } }, 100);
  expect(more.meanings).toEqual([]);
  // Of a small slowdown, most may be work.
  const worked = explain({ latency: { ratio: 1.2 }, 'cpu.total': { ratio: 1.12 } }, 100);
  expect(worked.meanings).toEqual([]);
});

test('bytes are equal by those that matter', () => {
  const bytes = { 'network.sent_bytes': { ratio: 1, level: 1e8 } };
  const few = { 'disk.write_bytes': { ratio: 1.4, level: 1e5 } };
  expect(explain({ ...bytes, ...few }, 900).meanings?.[0]).toContain('The bytes did not grow');
  const many = { 'disk.write_bytes': { ratio: 1.4, level: 1e8 } };
  expect(explain({ ...bytes, ...many }, 900).meanings?.[0]).toContain('It moves more bytes, too');
});

test('counts of strace are named', () => {
  expect(explain({}, 100, 'strace').notes?.[0]).toContain('strace counted the calls');
  expect(explain({}, 100).notes).toBeUndefined();
});

test('a note says that calls were counted too seldom to compare them', () => {
  const { calls, notes } = explain({}, 900, undefined, 2);
  expect(calls).toEqual([]);
  expect(notes).toEqual([expect.stringContaining('2 of 3 runs of each side were counted')]);
  expect(explain({}, 900, undefined, 3).notes).toBeUndefined();
});

test('of a test that takes longer and more memory, the time is explained', () => {
  const regressed = { test: 'pull', state: 'regressed', blocking: true } as const;
  const series = ['memory.peak', 'latency'].map((metric) => makeSeries({ ...regressed, metric }));
  expect(listSubjects(makeVerdict(series))).toMatchObject([{ test: 'pull', of: 'time' }]);
  expect(listSubjects(makeVerdict(series.slice(0, 1)))).toMatchObject([{ of: 'memory' }]);
});

test('of a percentile that regressed first, the mean of its benchmark is explained', () => {
  const regressed = { state: 'regressed', blocking: true } as const;
  const [p99, other, mean] = [
    makeSeries({ ...regressed, metric: 'time.p99' }),
    makeSeries({ ...regressed, metric: 'time', span: 'other' }),
    makeSeries({ ...regressed, metric: 'time' }),
  ];
  const verdict = makeVerdict([p99, other, mean]);
  const clock = { ...verdict.metrics[0]!, unit: 'ns', direction: 'lower' } as const;
  const metrics = ['time', 'time.p99'].map((name) => ({ ...clock, name }));
  expect(listSubjects({ ...verdict, metrics })[0]?.series).toBe(mean);
  const alone = { ...verdict, metrics, series: [p99, other] };
  expect(listSubjects(alone)[0]?.series).toBe(p99);
});

test.each(['time', 'rate'])(
  'a test whose tool says by its %s that it is slower works more, and does not wait',
  (metric) => {
    const scaled = {
      effect: metric === 'time' ? 0.2 : -0.2,
      standardError: 0.01,
      margin: 0,
      limit: 0.1,
    };
    const series = makeSeries({ test: 'upload', state: 'regressed', metric });
    const verdict = makeVerdict([{ ...series, evidence: { ...series.evidence, scaled } }]);
    const own = { name: metric, unit: 'ns', kind: 'gauge', direction: 'lower' } as const;
    const rate = { unit: 'count', unitName: 'ops/s', direction: 'higher' } as const;
    const metrics = [{ ...verdict.metrics[0]!, ...own, ...(metric === 'rate' && rate) }];
    const explainer = createExplainer({ limitMs: 1, judge: () => ({ ...verdict, metrics }) });
    const cpu = { 'cpu.total': 1e9 };
    const spans = [{ span: wholeTestSpan, occurrences: 1, annotations: {}, values: cpu }];
    const profiles = [0, 1].flatMap((repeat) =>
      (['before', 'after'] as const).map((side) => ({ ...makeProfile(side, repeat, 2e9), spans })),
    );
    const [question] = explainer.ask(makeRecord(profiles));
    const headline = '1 of 1 series regressed';
    const { annotations, span } = series;
    const benchmark = { span, annotations, isOnly: true };
    const asked = { test: 'upload', headline, index: 0, of: 'time', cpuNs: 1e9, benchmark };
    expect(question).toEqual(asked);
    const pair = { before: [], after: [] };
    const { explanation } = explainer.explain(question!, [pair, pair], '');
    expect(explanation.notes).toContain('times are of one iteration, by the number of the tool');
    expect(explanation.notes?.join()).not.toMatch(/waits|hardly slower/);
    expect(explanation.span).toBe(span);
    expect(explanation.after / explanation.before).toBeCloseTo(Math.exp(0.2), 5);
    // Beside a benchmark that became faster, and so is repeated more often.
    const faster = { ...scaled, effect: -2 * scaled.effect };
    const all = [scaled, faster].map((one, at) => ({
      ...{ ...series, span: `b${at}`, state: at === 0 ? series.state : 'improved' },
      evidence: { ...series.evidence, scaled: one },
    }));
    const judge = () => ({ ...verdict, metrics, series: all as typeof verdict.series });
    const second = createExplainer({ limitMs: 1, judge });
    const [one] = second.ask(makeRecord(profiles));
    expect(one?.benchmark).toEqual({ span: 'b0', annotations });
    const side = (grown: number) => {
      const samples = new Map(Object.entries({ 'a;grown': grown, 'a;rest': 700 }));
      return [{ profiler: 'perf', weight: 1, samples }];
    };
    const named = [400, 700].map((grown) => {
      const pairs = Array.from({ length: 5 }, () => ({ before: side(300), after: side(grown) }));
      return second.explain(question!, pairs, '').explanation;
    });
    expect(named.map(({ functions }) => functions.length)).toEqual([0, 1]);
    expect(named[0]).toMatchObject({ before: 1e9, after: 1e9, benchmarks: 2 });
    const framesOf = (tool: RegExp) => ({ frames: { below: tool, around: tool } });
    // Alone, all of its iteration is that benchmark, and the start of the tool is left out.
    const alone = (grown: number, same: number) => {
      const called = 'start;tool.js;bench (b.js:1)';
      const iterations = { [`${called};grown`]: grown, [`${called};same`]: same };
      const samples = new Map(Object.entries({ start: 3000, ...iterations }));
      return [{ profiler: 'perf', weight: 1, samples }];
    };
    const pairs = Array.from({ length: 5 }, () => ({
      before: alone(300, 700),
      after: alone(427, 573),
    }));
    const apart = second.explain(one!, pairs, '', framesOf(/tool\.js/)).explanation;
    expect(apart.functions.map(({ certainty, name }) => [certainty, name])).toEqual([
      ['proven', 'grown'],
    ]);
    expect(apart.benchmarks).toBeUndefined();
    // In its turn too, and where that is not seen, all of the run is looked into.
    const beside = (stacks: ReturnType<typeof alone>) => {
      const [one] = stacks;
      const other = ['start;tool.js;other (b.js:2);same', 1000] as const;
      return [{ ...one!, samples: new Map([...one!.samples, other]) }];
    };
    const both = pairs.map((pair) => ({ before: beside(pair.before), after: beside(pair.after) }));
    const turns = [0, 2].map((at) => {
      const turn = { at, of: at + 2 };
      return second.explain(one!, both, '', { ...framesOf(/tool\.js/), turn }).explanation;
    });
    expect(turns.map(({ benchmarks }) => benchmarks)).toEqual([undefined, 2]);
    expect(turns[0]?.functions.map(({ name }) => name)).toEqual(['grown']);
    // Where they cannot be told from the start of the tool, the start is not taken for one.
    const mixed = second.explain(one!, pairs, '', framesOf(/other\.js/)).explanation;
    expect(mixed.functions.filter(({ name }) => name === 'start')).toEqual([]);
    const [grown] = apart.functions;
    const more = (grown?.after ?? 0) - (grown?.before ?? 0);
    expect(more / (apart.after - apart.before)).toBeCloseTo(1, 1);
    // Of the only benchmark, what cannot be told apart is one iteration, as without the tool's frames.
    const touched = '--- a/b.js\n+++ b/b.js\n@@ -1 +1 @@\n';
    const most = (more: number) => [
      {
        ...{ profiler: 'perf', weight: 1 },
        samples: new Map([
          ['a;work (b.js:1)', 950 + more],
          ['a;rest', 50],
        ]),
      },
    ];
    const runs = Array.from({ length: 5 }, () => ({ before: most(0), after: most(3) }));
    const [lone, bare] = [framesOf(/other\.js/), undefined].map((alone) => {
      explainer.ask(makeRecord(profiles));
      return explainer.explain(question!, runs, touched, alone).explanation.functions;
    });
    expect(lone).toMatchObject([{ name: 'work', certainty: 'proven' }]);
    expect(lone).toEqual(bare);
    // Of a fixed number of rounds, the run itself takes more.
    const rounds = profiles.map((one) => {
      const values = { 'cpu.total': one.side === 'after' ? 1.2e9 : 1e9 };
      return { ...one, spans: spans.map((span) => ({ ...span, values })) };
    });
    second.ask(makeRecord(rounds));
    const whole = second.explain(question!, [pair, pair], '').explanation;
    expect(whole.benchmarks).toBeUndefined();
    expect(whole.after / whole.before).toBeCloseTo(1.2, 5);
  },
);

test('a test that reaches its limit comes before those that became slower', () => {
  const slower = makeSeries({ test: 'pull', state: 'regressed', metric: 'latency' });
  const explainer = createExplainer({ limitMs: 1, judge: () => makeVerdict([slower]) });
  const after = { outcome: { status: 'timed-out' } } as const;
  const record = makeRecord([makeProfile('before', 0, 2e9), makeProfile('after', 0, 20e9, after)]);
  expect(explainer.ask(record)).toMatchObject([
    { test: 'upload', index: 0, of: 'time', endsAfterNs: 2e9, cpuNs: 0 },
  ]);
});

test('a test that only waits has its calls counted first, and its functions only where it is named or uses more CPU time', () => {
  const series = makeSeries({ test: 'upload', state: 'regressed', metric: 'latency' });
  const cpu = (ns: number) => ({ values: { 'cpu.total': ns } });
  const profiles = [0, 1].flatMap((repeat) =>
    (['before', 'after'] as const).map((side) => ({
      ...makeProfile(side, repeat, 2e9),
      spans: [{ span: wholeTestSpan, occurrences: 1, annotations: {}, ...cpu(5e7) }],
    })),
  );
  const record = makeRecord(profiles);
  const ask = (tests?: string[]) =>
    createExplainer({ limitMs: 1, judge: () => makeVerdict([series]), tests }).ask({
      ...record,
      tests: [{ name: 'pull', tags: [] }, ...record.tests],
    });
  const question = { test: 'upload', index: 1, of: 'time', cpuNs: 5e7 };
  expect(ask()).toMatchObject([{ ...question, isIdle: true, waits: true }]);
  expect(ask(['upload'])).toEqual([{ ...question, waits: true }]);
});
