import { expect, test } from 'vitest';
import type { Movement } from '../../../src/contract/documents.ts';
import { findPatterns } from '../../../src/verdict/patterns/find-patterns.ts';
import { knownPatterns } from '../../../src/verdict/patterns/known-patterns.ts';
import { judgeOne, sampleSeries, steady } from '../sample-aggregate.ts';

const metricOf: Record<string, string> = {
  latency: 'latency',
  cpu: 'cpu.total',
  memory: 'memory.peak',
  writes: 'disk.writes',
  packets: 'network.sent_packets',
  waits: 'context_switches.voluntary',
  preempted: 'context_switches.involuntary',
  faults: 'page_faults.major',
  sent: 'network.sent_bytes',
  reads: 'disk.reads',
};

/** `latency+ cpu=` is latency up and CPU steady; `+` is a change of 10%, `^` one of 50%. */
function read(text: string): Movement[] {
  const signs = {
    '^': { moved: 'up', change: 0.5 },
    '+': { moved: 'up', change: 0.1 },
    '-': { moved: 'down', change: -0.1 },
    '=': { moved: 'steady', change: 0 },
    '?': { moved: 'unknown' },
  } as const;
  return text.split(' ').map((word) => ({
    metric: metricOf[word.slice(0, -1)] ?? word,
    ...signs[word.slice(-1) as keyof typeof signs],
  }));
}

test.each([
  ['latency+ cpu+ writes- memory=', 'less-work-done'],
  ['latency+ packets- memory+ cpu=', 'cancelled-requests'],
  ['latency+ cpu+ memory+ preempted^', 'unbounded-concurrency'],
  ['latency+ cpu+ memory+', 'more-data'],
  ['latency+ cpu+ memory+ preempted+', 'more-data'],
  ['latency+ cpu= writes+', 'more-disk-writes'],
  ['latency+ cpu= waits+', 'waiting'],
  ['latency+ cpu= preempted+', 'contention'],
  ['latency+ cpu+ memory= writes= packets=', 'more-computation'],
  ['latency+ cpu= memory= waits= writes=', 'pure-wait'],
  ['latency= cpu= memory+', 'memory-only'],
  ['latency+ faults+', 'memory-pressure'],
  ['latency+ cpu+ sent+', 'chatty-network'],
  ['latency+ cpu+ reads+', 'more-disk-reads'],
  ['latency= cpu+ writes+', 'disk-writes-only'],
])('%s reads as %s', (movements, pattern) => {
  expect(findPatterns(read(movements))[0]?.name).toBe(pattern);
});

test('nothing known fits a lone latency without CPU beside it', () => {
  expect(findPatterns(read('latency+'))).toEqual([]);
});

test.each([
  ['latency+ cpu+ memory+', 'unbounded-concurrency', 'context switches'],
  ['latency+ cpu? preempted+', 'contention', 'CPU'],
  ['latency+ preempted+', 'contention', 'CPU'],
  ['latency+ cpu? waits+', 'waiting', 'CPU'],
  ['latency+ cpu? writes+', 'more-disk-writes', 'CPU'],
  ['cpu+ writes=', 'more-computation', 'memory'],
  ['cpu+ memory= reads?', 'more-computation', 'disk'],
  ['packets- memory+', 'cancelled-requests', 'latency'],
  ['cpu= memory+', 'memory-only', 'latency'],
  ['latency= memory+', 'memory-only', 'CPU'],
  ['latency+ cpu= writes=', 'pure-wait', 'context switches'],
  ['latency+ cpu= waits=', 'pure-wait', 'disk'],
  ['latency+ cpu+ packets-', 'less-work-done', 'disk'],
])('%s does not read as %s: it does not say how %s moved', (movements, pattern) => {
  expect(findPatterns(read(movements)).map(({ name }) => name)).not.toContain(pattern);
});

test('every known pattern has a text that a verdict may carry, and a name of its own', () => {
  for (const { text } of knownPatterns) expect(text.length).toBeLessThan(1000);
  expect(new Set(knownPatterns.map(({ name }) => name)).size).toBe(knownPatterns.length);
});

test('a regressed span lists what all its metrics did, others are not listed', () => {
  const { verdict } = judgeOne(sampleSeries(steady(100), steady(120)));
  expect(verdict.spans).toMatchObject([
    { test: 'upload', span: 'send', movements: [{ metric: 'latency', moved: 'up' }] },
  ]);
  expect(judgeOne(sampleSeries(steady(100), steady(100))).verdict.spans).toEqual([]);
});

test('more CPU is explained although memory went down', () => {
  expect(findPatterns(read('latency+ cpu+ memory- faults- writes='))[0]?.name).toBe(
    'more-computation',
  );
});

test.each([
  [1.2, ['more-computation']],
  [0.2, []],
])('beside a latency that is 150%% up, CPU that is %d up reads as %j', (change, names) => {
  const movements = [
    { metric: 'latency', moved: 'up', change: 1.5 } as const,
    { metric: 'cpu.total', moved: 'up', change } as const,
    { metric: 'memory.peak', moved: 'steady', change: 0 } as const,
    { metric: 'disk.writes', moved: 'steady', change: 0 } as const,
  ];
  expect(findPatterns(movements).map(({ name }) => name)).toEqual(names);
});
