import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Calls } from '../../src/evidence/compare-calls.ts';
import { explainCalls, type KnownMoves, mayOneMove } from '../../src/evidence/explain-calls.ts';

/** Four runs of a side, each with the same calls but for those that vary. */
function runs(calls: Readonly<Record<string, number | readonly number[]>>): Calls[] {
  return [0, 1, 2, 3].map((run) =>
    Object.fromEntries(
      Object.entries(calls).map(([name, count]) => [
        name,
        typeof count === 'number' ? count : (count[run] ?? 0),
      ]),
    ),
  );
}

const quiet = {
  ...{ 'syscall.read': 500, 'syscall.futex': [90, 120, 101, 97] },
  ...{ 'tcp.connections': 1, 'tcp.retransmits': 0, 'tcp.dsacks': 0, 'tcp.reordered': 0 },
};

const explain = (before: object, after: object, moves?: KnownMoves) =>
  explainCalls({
    before: runs({ ...quiet, ...before }),
    after: runs({ ...quiet, ...after }),
    moves,
  });

describe('calls that moved', () => {
  const rows: [why: string, before: object, after: object, moved: string[]][] = [
    ['exactly', { 'syscall.fsync': 137 }, { 'syscall.fsync': 274 }, ['`fsync` 137 → 274']],
    ['from none', {}, { 'syscall.fsync': 5 }, ['`fsync` 0 → 5']],
    [
      'beyond what runs differ by',
      { 'syscall.write': [1000, 1010, 1004, 1001] },
      { 'syscall.write': [2000, 2040, 2020, 2004] },
      ['`write` about 1,000 (1,000 to 1,010) → about 2,000 (2,000 to 2,040)'],
    ],
    [
      'with a middle that is one of them',
      { 'syscall.write': [1041, 1043, 1042, 1042] },
      { 'syscall.write': [2000, 2040, 2020, 2004] },
      ['`write` about 1,042 (1,041 to 1,043) → about 2,000 (2,000 to 2,040)'],
    ],
    [
      'the worst first, what waits for the disk before all, and what fell last',
      { 'syscall.mmap': 10, 'syscall.stat': 100, 'syscall.fsync': 10, 'syscall.poll': 900 },
      { 'syscall.mmap': 30, 'syscall.stat': 900, 'syscall.fsync': 20, 'syscall.poll': 100 },
      ['`fsync` 10 → 20', '`stat` 100 → 900', '`mmap` 10 → 30', '`poll` 900 → 100'],
    ],
    [
      'not where runs vary as much',
      { 'syscall.futex': [100, 150, 120, 130] },
      { 'syscall.futex': [160, 240, 200, 180] },
      [],
    ],
    [
      'many times, however much they vary',
      { 'syscall.futex': [1, 40, 3, 9] },
      { 'syscall.futex': [150, 4000, 300, 600] },
      ['`futex` about 21 (1 to 40) → about 2,100 (150 to 4,000)'],
    ],
    ['not by one call', { 'syscall.mmap': 3 }, { 'syscall.mmap': 4 }, []],
    ['not by a hundredth', { 'syscall.mmap': 1000 }, { 'syscall.mmap': 1010 }, []],
  ];
  test.each(rows)('%s', (_, before, after, moved) => {
    expect(explain(before, after).moved.map(({ text }) => text)).toEqual(moved);
  });

  test('a count in which all runs of both sides agree is exact, another is not', () => {
    const { moved } = explain(
      { 'syscall.fsync': 1, 'syscall.stat': 100 },
      { 'syscall.fsync': 9, 'syscall.stat': [200, 201, 200, 200] },
    );
    expect(moved.map(({ isExact }) => isExact)).toEqual([true, false]);
  });

  test('two runs a side cannot say, and three say less than four', () => {
    const [before, after] = [
      runs({ 'syscall.read': [100, 104, 102, 101], 'syscall.fsync': 1 }),
      runs({ 'syscall.read': [117, 114, 115, 116], 'syscall.fsync': 4 }),
    ];
    const name = (count: number) =>
      explainCalls({ before: before.slice(0, count), after: after.slice(0, count) }).moved.map(
        (call) => call.name,
      );
    expect(name(2)).toEqual([]);
    expect(name(3)).toEqual(['syscall.fsync']);
    expect(name(4)).toEqual(['syscall.fsync', 'syscall.read']);
  });

  test('where more runs cannot show that a call moved, they do not, whatever they count', () => {
    const drawn = fc.array(fc.tuple(fc.nat(60), fc.nat(60)), { minLength: 4, maxLength: 4 });
    const names = ['syscall.read', 'tcp.retransmits', 'tcp.dsacks'];
    const sidesOf = (counts: [number, number][][]): [Calls[], Calls[]] => {
      const side = (at: 0 | 1) =>
        [0, 1, 2, 3].map((run) =>
          Object.fromEntries(names.map((name, i) => [name, counts[i]?.[run]?.[at] ?? 0])),
        );
      return [side(0), side(1)];
    };
    const seen = new Set<boolean>();
    fc.assert(
      fc.property(fc.tuple(drawn, drawn, drawn), fc.integer({ min: 1, max: 3 }), (counts, few) => {
        const [before, after] = sidesOf(counts);
        const mayMove = mayOneMove(before.slice(0, few), after.slice(0, few));
        seen.add(mayMove);
        const { meanings, moved } = explainCalls({ before, after });
        expect(!mayMove && moved.length + meanings.length > 0).toBe(false);
      }),
      { numRuns: 2000 },
    );
    expect(seen.size).toBe(2);
  });

  test('what was not counted in every run is not compared', () => {
    const before: Calls[] = [
      { 'tcp.retransmits': 1 },
      { 'syscall.read': 1 },
      { 'syscall.read': 1 },
    ];
    const after: Calls[] = [0, 1, 2].map(() => ({ 'tcp.retransmits': 90, 'syscall.read': 1 }));
    expect(explainCalls({ before, after }).moved).toEqual([]);
  });
});

describe('what counts mean', () => {
  const lost = { 'tcp.retransmits': [49, 66, 57, 60] };
  const rows: [meaning: string, before: object, after: object, moves?: KnownMoves][] = [
    [
      'Packets were lost on the way, or dropped by a full queue: TCP retransmissions 0 → about 58 (49 to 66), and receivers reported none of them as duplicates (0 duplicate SACKs).',
      {},
      lost,
    ],
    [
      'Packets were lost on the way, or dropped by a full queue: TCP retransmissions 0 → about 220 (46 to 396), and receivers reported in most runs few of them as duplicates (about 160 (0 to 318) duplicate SACKs).',
      {},
      { 'tcp.retransmits': [51, 396, 46, 60], 'tcp.dsacks': [0, 318, 0, 1] },
    ],
    [
      'Packets were lost on the way, or dropped by a full queue: TCP retransmissions that no duplicate SACK reports 0 → about 26 (9 to 42).',
      { 'tcp.retransmits': [6, 5, 10, 8], 'tcp.dsacks': [6, 5, 10, 8] },
      { 'tcp.retransmits': [9, 42, 26, 47], 'tcp.dsacks': [0, 0, 0, 5] },
    ],
    [
      'Packets arrived in another order and looked like loss: TCP retransmissions 0 → about 58 (49 to 66), and about 53 (43 to 63) duplicate SACKs say that the packets had arrived already (reordered TCP packets 0 → about 12 (0 to 24)).',
      {},
      { ...lost, 'tcp.dsacks': [43, 63, 50, 54], 'tcp.reordered': [17, 24, 0, 21] },
    ],
    [
      'Packets were sent again without need: TCP retransmissions 0 → about 58 (49 to 66), and about 53 (43 to 63) duplicate SACKs say that the packets had arrived already. Acknowledgements came late, or packets in another order.',
      {},
      { ...lost, 'tcp.dsacks': [43, 63, 50, 54] },
    ],
    [
      'Packets were sent again: TCP retransmissions 0 → about 58 (49 to 66). Some were lost, some arrived late or in another order (22 duplicate SACKs).',
      {},
      { ...lost, 'tcp.dsacks': 22 },
    ],
    [
      'The test flushes to disk more often, and makes all other calls as often as before, and executes as many instructions: `fsync` 137 → 274. Each flush waits for the disk, which takes time.',
      { 'syscall.fsync': 137 },
      { 'syscall.fsync': 274 },
      { latency: 'up', instructions: 'equal' },
    ],
    [
      'The test flushes to disk more often: `fdatasync` 1 → 5.',
      { 'syscall.fdatasync': 1, 'syscall.mmap': 3 },
      { 'syscall.fdatasync': 5, 'syscall.mmap': 9 },
    ],
    [
      'The test opens more TCP connections: 1 before, about 200 (199 to 203) after. It may no longer reuse connections that it used to keep.',
      {},
      { 'tcp.connections': [199, 203, 200, 201] },
    ],
    [
      'The test reads or writes more often: 500 → 8,000 read calls. The bytes did not grow: the test moves them in smaller pieces.',
      {},
      { 'syscall.read': 8000 },
      { bytes: 'equal' },
    ],
    [
      'The test reads or writes more often: 100 → 400 write calls. Either it moves more bytes, or it moves them in smaller pieces.',
      { 'syscall.write': 40, 'syscall.sendto': 60 },
      { 'syscall.write': 340, 'syscall.sendto': 60 },
    ],
    [
      'The test executes as many instructions as before and takes longer, and no call to the system comes more often: each of them takes longer, as with more memory, another layout of it or a busier cache. Its memory grew, which fits.',
      {},
      {},
      { instructions: 'equal', cpu: 'up', latency: 'up', memory: 'up' },
    ],
    [
      'The test executes as many instructions as before and takes longer, and no call to the system comes more often: it waits longer.',
      {},
      {},
      { instructions: 'equal', cpu: 'equal', latency: 'up' },
    ],
    [
      'The test executes as many instructions as before and takes longer. It makes more calls to the system, which may be why.',
      { 'syscall.getpid': 3 },
      { 'syscall.getpid': 300 },
      { instructions: 'equal', latency: 'up' },
    ],
  ];
  test.each(rows)('%s', (meaning, before, after, moves) => {
    expect(explain(before, after, moves).meanings.map(({ text }) => text)).toEqual([meaning]);
  });

  test('nothing is said of what did not move, or moved for the better', () => {
    const worse = { 'syscall.fsync': 274, 'tcp.connections': 200, 'syscall.read': 9000 };
    expect(explain({}, {}, { latency: 'up' }).meanings).toEqual([]);
    expect(explain(worse, { 'syscall.fsync': 1 }, { latency: 'down' }).meanings).toEqual([]);
  });
});

test.each<[KnownMoves, string[]]>([
  [
    { cpu: 'equal', latency: 'up' },
    [
      'The test uses about as much CPU time as before and takes longer, and no call to the system comes more often: it waits longer.',
    ],
  ],
  [{ cpu: 'up', latency: 'up' }, []],
  [{ latency: 'up' }, []],
])('without counted instructions, CPU time alone says that a test waits: %o', (moves, said) => {
  expect(explain({}, {}, moves).meanings.map(({ text }) => text)).toEqual(said);
});

test('where TCP is not counted, calls of `connect` stand for connections of any kind', () => {
  const { meanings } = explainCalls({
    before: runs({ 'syscall.connect': 2 }),
    after: runs({ 'syscall.connect': 402 }),
  });
  expect(meanings.map(({ text }) => text)).toEqual([
    'The test opens more connections (of any kind, by `connect`): 2 before, 402 after. It may no longer reuse connections that it used to keep.',
  ]);
});
