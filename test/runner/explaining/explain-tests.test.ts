import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Explanation, RunRecord } from '../../../src/contract/documents.ts';
import type { Explainer, ProfiledPair } from '../../../src/contract/explainer.ts';
import type {
  Blocks,
  Execute,
  Execution,
  ExecutionRequest,
  Stalled,
} from '../../../src/contract/execution.ts';
import { runSuite } from '../../../src/runner/run-suite.ts';
import { makeRepository } from '../stage/make-repository.ts';
import { makeRequest, makeTest } from '../stage/make-request.ts';

const explanationOf = (pairs: number): Explanation => ({
  ...{ test: 'print', of: 'time', profiler: 'perf', pairs, samples: { before: 1, after: 1 } },
  ...{ before: 1, after: 2, functions: [] },
});

const spot = { line: 3, column: 0 };
const grownBlock = { path: 'work.js', line: 3, before: 10, after: 1000 };

const seedOfBlocks = ({ environment, watches }: ExecutionRequest) =>
  watches === 'blocks' ? environment['PYTHONHASHSEED'] : [];
interface Heard {
  asked: { pairs: readonly ProfiledPair[]; diff: string }[];
  requests: ExecutionRequest[];
  told: unknown[];
}

/** Runs a change of one file. The explainer records what it gets, and asks for more pairs while `isOpen`. */
async function explain(
  more: {
    isOpen?: boolean;
    isIdle?: true;
    waits?: true;
    samples?: number;
    limitMs?: number;
    passes?: number; // So many executions under a profiler; the others fail.
    calls?: Record<string, number>;
    movesFor?: number; // So many runs leave open whether a call moved.
    by?: Iterator<Execution['callsBy']>;
    stalled?: Stalled; // What the test did until its limit, which it reaches after the change.
    blocks?: Blocks | 'too slow';
  } = {},
  only?: 'explanations',
): Promise<Heard & { record: RunRecord; root: string }> {
  const repository = makeRepository({ 'work.txt': 'old\n' });
  repository.write('work.txt', 'new\n');
  const heard: Heard = { asked: [], requests: [], told: [] };
  const explainer: Explainer = {
    limitMs: more.limitMs ?? 60_000,
    ask: () => [
      {
        ...{ test: 'print', headline: 'slower', index: 6, of: 'time', cpuNs: 1e9 },
        ...{ endsAfterNs: more.stalled && 1e9, isIdle: more.isIdle, waits: more.waits },
      },
    ],
    explainStall: (_, { stalled, untilNs }) => ({
      ...explanationOf(1),
      meanings: [`${stalled.waits.join()} until ${untilNs}`],
    }),
    explain: (_, pairs, diff) => {
      heard.asked.push({ pairs: [...pairs], diff });
      return { explanation: explanationOf(pairs.length), isOpen: more.isOpen === true };
    },
    compareBlocks: ({ after, before }) => [
      { ...grownBlock, text: `${before.length} and ${after.length} runs` },
    ],
    mayCallsMove: ({ after }) => after.length < (more.movesFor ?? Infinity),
    explainCalls: (_, { after, before }) => ({
      calls: [{ name: 'syscall.fsync', text: `${before.length} and ${after.length} runs` }],
      meanings: [],
    }),
  };
  const request = makeRequest(repository, [makeTest('print', { command: ['cat', 'work.txt'] })]);
  let looked = 0;
  const execute: Execute = async (wanted) => {
    heard.requests.push(wanted);
    const ended = await request.ports.execute(wanted);
    if (wanted.watches === undefined) return ended;
    if (wanted.watches === 'blocks') {
      if (more.blocks === 'too slow') return { ...ended, outcome: { status: 'timed-out' } };
      return more.blocks === undefined ? ended : { ...ended, blocks: more.blocks };
    }
    if (wanted.watches === 'calls') {
      const callsBy = more.by?.next().value;
      return more.calls === undefined ? ended : { ...ended, calls: more.calls, callsBy };
    }
    looked += 1;
    if (looked > (more.passes ?? Infinity)) {
      return { ...ended, outcome: { status: 'failed', exitCode: 1 } };
    }
    if (wanted.watches === 'stall' && more.stalled?.cpuNs !== undefined) {
      return { ...ended, outcome: { status: 'timed-out' }, stalled: more.stalled };
    }
    const { samples: seen = 500 } = more;
    const samples = new Map(seen === 0 ? [] : [['cat;read (work.c:1)', seen]]);
    return { ...ended, stacks: [{ profiler: 'perf', weight: 1e6, samples }] };
  };
  const onProgress: typeof request.ports.onProgress = (event) => {
    if (event.kind === 'explain') heard.told.push(event.headline ?? event.run?.number);
  };
  const ports = { ...request.ports, execute, explainer, onProgress };
  const environment = { ...request.environment, PYTHONHASHSEED: '7' };
  const record = await runSuite({ ...request, environment, ports, ...(only && { only }) });
  return { ...heard, record, root: repository.root };
}

test('after the pairs, three of each side run under a profiler, and what they say stands in the record', async () => {
  const { asked, record, requests, root, told } = await explain();
  const watched = requests.map(({ watches }) => watches);
  expect(watched.lastIndexOf(undefined)).toBeLessThan(watched.indexOf('time'));
  expect(watched.filter((one) => one === 'time')).toHaveLength(6);
  expect(told).toEqual(['slower', ...watched.filter((one) => one).map((_, at) => at + 1)]);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.diff).toContain('+new');
  expect(record.explanations).toEqual([explanationOf(3)]);
  expect(record.profiles).toHaveLength(4);
  const folder = join(root, '.perigee/runs', record.id, 'profiles/07-print');
  const read = (name: string): string => readFileSync(join(folder, `after-time.${name}`), 'utf8');
  expect(read('collapsed.txt')).toBe('cat;read (work.c:1) 1500\n');
  expect(JSON.parse(read('speedscope.json'))).toMatchObject({
    shared: { frames: [{ name: 'cat' }, { name: 'read (work.c:1)' }] },
    profiles: [{ unit: 'nanoseconds', endValue: 1.5e9, samples: [[0, 1]], weights: [1.5e9] }],
  });
});

test('where calls are counted, four runs of each side say which of them moved', async () => {
  const { record } = await explain({ calls: { 'syscall.fsync': 3 } });
  expect(record.explanations?.[0]?.calls?.[0]?.text).toBe('4 and 4 runs');
  const same = await explain({ calls: { 'syscall.fsync': 3 }, movesFor: 2 });
  expect(same.record.explanations?.[0]?.calls?.[0]?.text).toBe('2 and 2 runs');
});

test('of an idle test, calls alone are counted, and nothing is said where none of them is known', async () => {
  const calls = { 'syscall.fsync': 3 };
  const { asked, record, requests } = await explain({ isIdle: true, calls });
  expect(requests.some(({ watches }) => watches === 'time')).toBe(false);
  expect(asked).toMatchObject([{ pairs: [] }]);
  expect(record.explanations?.[0]?.calls?.[0]?.text).toBe('4 and 4 runs');
  const other = await explain({ isIdle: true });
  expect(other.record.explanations).toBeUndefined();
});

test.each([
  [['calls', 'blocks', 'time'], { waits: true as const }],
  [['blocks', 'calls', 'time'], {}],
])('first comes what says most: %s', async (order, kind) => {
  const counting = { calls: {}, blocks: { threads: [], notes: ['too old'] } };
  const { requests } = await explain({ ...counting, ...kind });
  const watched = requests.flatMap(({ watches }) => watches ?? []);
  expect([...new Set(watched)]).toEqual(order);
});

test('counts of different means are not compared', async () => {
  const by = Array.from({ length: 8 }, (_, at) => (at < 7 ? ('strace' as const) : undefined));
  const { record } = await explain({ calls: { 'syscall.fsync': 3 }, by: by.values() });
  expect(record.explanations).toEqual([explanationOf(3)]);
});

test('where blocks are counted, two runs of each side say which of them grew', async () => {
  const loop = { kind: 'loop', name: '', path: 'work.js', start: spot, end: spot } as const;
  const blocks = { threads: [[{ ...loop, count: 10 }]], notes: [] };
  const { record, requests } = await explain({ blocks });
  expect(requests.flatMap(seedOfBlocks)).toEqual(['0', '0', '0', '0']);
  expect(record.explanations?.[0]?.blocks).toEqual([{ ...grownBlock, text: '2 and 2 runs' }]);
});

test('where none can be counted, the explanation says why', async () => {
  const { record, requests } = await explain({ blocks: { threads: [], notes: ['too old'] } });
  expect(requests.filter(({ watches }) => watches === 'blocks')).toHaveLength(1);
  expect(record.explanations?.[0]?.notes).toEqual(['too old']);
});

test('three pairs become five, and then ten, while something is left open', async () => {
  const { asked, record } = await explain({ isOpen: true });
  expect(asked.map(({ pairs }) => pairs.length)).toEqual([3, 5, 10]);
  expect(record.explanations).toEqual([explanationOf(10)]);
});

test('a short test runs several times in each pair, so that there are enough samples', async () => {
  const { asked, requests } = await explain({ samples: 60 });
  expect(requests.filter(({ watches }) => watches === 'time')).toHaveLength(24);
  expect(asked[0]?.pairs[0]?.after).toHaveLength(4);
});

test('without time there are two pairs, and no call was counted', async () => {
  const { record } = await explain({ limitMs: 0 });
  expect(record.explanations).toMatchObject([{ pairs: 2, calls: [{ text: '0 and 0 runs' }] }]);
});

test('a test whose loops take too long to count has its functions, and a note', async () => {
  const { record, requests } = await explain({ blocks: 'too slow', limitMs: 6000 });
  const [counting, ...more] = requests.filter(({ watches }) => watches === 'blocks');
  expect(more).toEqual([]);
  expect(counting?.timeoutMs).toBeLessThanOrEqual(1500);
  const notes = [expect.stringContaining('longer than there is time for')];
  expect(record.explanations).toEqual([{ ...explanationOf(3), notes }]);
});

test('a test that fails under a profiler keeps what was counted and the pairs before, with the reason', async () => {
  const counted = await explain({ passes: 0, calls: { 'syscall.fsync': 3 } });
  const notes = [expect.stringContaining('take more: under a profiler it failed')];
  expect(counted.asked).toMatchObject([{ pairs: [] }]);
  expect(counted.record.explanations).toMatchObject([{ calls: [{ text: '4 and 4 runs' }], notes }]);
  const { record } = await explain({ samples: 0, calls: { 'syscall.fsync': 3 } });
  expect(record.explanations?.[0]?.notes?.[0]).toContain('no profiler here sees');
  const sampled = await explain({ passes: 5 });
  const few = [expect.stringMatching(/^there are no more than 2 pairs: under/)];
  expect(sampled.record.explanations).toEqual([{ ...explanationOf(2), notes: few }]);
  expect(sampled.record.problems).toEqual([]);
});

test('one of which nothing is known then is not explained, and the record says why', async () => {
  const { asked, record } = await explain({ passes: 0 });
  expect(asked).toEqual([]);
  expect(record.explanations).toBeUndefined();
  expect(record.problems).toContainEqual({
    code: 'not-explained',
    message: expect.stringMatching(/before side; it wrote: old \(log: \..+\.log\)$/),
    test: 'print',
  });
});

test('a run that is only asked for explanations measures nothing', async () => {
  const { record, requests, root } = await explain({}, 'explanations');
  expect(requests.every(({ watches }) => watches !== undefined)).toBe(true);
  expect(record.profiles).toEqual([]);
  expect(existsSync(join(root, '.perigee/runs', record.id))).toBe(true);
});

test('a test that reaches its limit runs once on each side, and until it, or as long as there is time', async () => {
  const stalled = { cpuNs: 1, waits: ['print in `read`'] };
  const { record, requests } = await explain({ stalled, limitMs: 5000 });
  const watched = requests.filter(({ watches }) => watches !== undefined);
  expect(watched.map(({ watches }) => watches)).toEqual(['time', 'stall']);
  expect(record.explanations?.[0]?.meanings).toEqual(['print in `read` until 5000000000']);
});

test('one that ends in time when it is looked at is not explained', async () => {
  const { record } = await explain({ stalled: { waits: [] } });
  expect(record.problems).toContainEqual({
    code: 'not-explained',
    message: expect.stringContaining('it ended in time on the after side'),
    test: 'print',
  });
});
