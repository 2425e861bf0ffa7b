import { describe, expect, test } from 'vitest';
import { UserError } from '../../src/contract/user-error.ts';
import { createFairQueue } from '../../src/async/fair-queue.ts';
import { createHeldMessages, type MessageHold } from '../../src/async/held-messages.ts';
import { createLogger, type LogLevel } from '../../src/logging/logger.ts';
import { createMetricRegistry } from '../../src/logging/metrics.ts';
import { choosePauseMs, createTries } from '../../src/async/tries.ts';
import type { EventMessage } from '../../src/transport/eventlog/event-log.ts';
import { trackProgress } from '../../src/transport/eventlog/progress.ts';

describe('fair queue', () => {
  function takeAll(queue: ReturnType<typeof createFairQueue<number>>): string[] {
    const taken: string[] = [];
    for (let next = queue.take(); next !== undefined; next = queue.take()) {
      taken.push(`${next.owner}${next.item}`);
      queue.release(next.owner);
    }
    return taken;
  }

  test('owners take turns, each in its own order', () => {
    const queue = createFairQueue<number>(4);
    for (const item of [1, 2, 3]) queue.push('a', item);
    queue.push('b', 1);
    queue.push('c', 1);
    queue.push('b', 2);
    expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(queue.size()).toBe(0);
  });

  test('an owner with as many in work as it may have is passed over until one is done', () => {
    const queue = createFairQueue<number>(2);
    for (const item of [1, 2, 3]) queue.push('a', item);
    queue.push('b', 1);
    expect([queue.take(), queue.take(), queue.take()].map((each) => each?.owner)).toEqual([
      'a',
      'b',
      'a',
    ]);
    expect(queue.take()).toBeUndefined();
    queue.release('a');
    expect(queue.take()).toEqual({ owner: 'a', item: 3 });
  });
});

describe('held messages', () => {
  const message: EventMessage = { key: '', value: '', position: 'log/0/0', receivedAtMs: 0 };

  /** From when a partition of one message is ours to when it is lost. */
  function startLife() {
    const lost = new AbortController();
    const progress = trackProgress(-1);
    progress.settle(0);
    const batch = {
      ...{ partition: '0', messages: [message], lost: lost.signal },
      heartbeat: () => Promise.resolve(),
      hold: () => progress.hold(0),
    };
    return { batch, lose: () => lost.abort(), isDone: () => progress.doneUpTo() === 0 };
  }

  test('what is released of a life that is over does not let go what the next one holds', () => {
    const lost: MessageHold[] = [];
    const held = createHeldMessages((holds) => lost.push(...holds));
    const [first, second] = [startLife(), startLife()];
    const before = held.hold(first.batch, message);
    first.lose();
    const after = held.hold(second.batch, message);
    held.release([before]);
    expect([held.find(before), held.find(after)]).toEqual([undefined, message]);
    expect([lost.length, lost[0] === before, second.isDone(), held.count()]).toEqual([
      ...[1, true, false, 1],
    ]);
    held.release([after]);
    expect([second.isDone(), held.count()]).toEqual([true, 0]);
  });

  test('what a life that is over has lost is not lost to the next one', () => {
    const lost: MessageHold[] = [];
    const held = createHeldMessages((holds) => lost.push(...holds));
    const [first, second] = [startLife(), startLife()];
    const before = held.hold(first.batch, message);
    const after = held.hold(second.batch, message);
    first.lose();
    expect([lost.includes(after), held.find(after)]).toEqual([false, message]);
    expect(held.find(before)).toBeUndefined();
  });

  test('a batch that comes again within one life holds what it held', () => {
    const held = createHeldMessages(() => undefined);
    const { batch, isDone } = startLife();
    const hold = held.hold(batch, message);
    expect(held.hold(batch, message)).toBe(hold);
    held.release([hold]);
    expect([isDone(), held.count()]).toEqual([true, 0]);
  });
});

describe('logger', () => {
  function capture(level: LogLevel, secrets: string[] = []) {
    const lines: unknown[] = [];
    const logger = createLogger({
      ...{ level, secrets },
      nowMs: () => Date.parse('2026-11-21T06:00:00Z'),
      write: (line) => lines.push(JSON.parse(line)),
    });
    return { ...logger, lines };
  }

  test('a line is one JSON object with time, level, message and facts', () => {
    const { log, lines } = capture('info');
    log('info', 'wrote a build', { points: 120, build: 'a\nb' });
    expect(lines).toEqual([
      {
        ...{ time: '2026-11-21T06:00:00.000Z', level: 'info', message: 'wrote a build' },
        ...{ points: 120, build: 'a\nb' },
      },
    ]);
  });

  test('what is below the level is not written', () => {
    const { log, lines } = capture('warn');
    log('info', 'nothing');
    log('error', 'something');
    expect(lines).toHaveLength(1);
  });

  test('a secret is blotted out wherever it appears', () => {
    const { log, lines } = capture('info', ['hunter2-hunter2']);
    const error = new Error('refused token hunter2-hunter2');
    log('warn', 'trouble', { error, deep: { list: ['x hunter2-hunter2 y'] } });
    expect(JSON.stringify(lines)).not.toContain('hunter2');
    expect(JSON.stringify(lines)).toContain('x *** y');
  });

  test('an error that a user can fix is told without a stack, a defect with one', () => {
    const { log, lines } = capture('info');
    log('error', 'a', { error: new UserError({ seen: 'no token' }) });
    log('error', 'b', { error: new TypeError('oops') });
    expect(lines).toMatchObject([
      { error: 'no token' },
      { error: expect.stringContaining('operations.test.ts') as string },
    ]);
  });
});

describe('metrics', () => {
  test('all kinds are rendered as Prometheus reads them', () => {
    const registry = createMetricRegistry();
    const letters = registry.counter('letters_total', 'Letters.');
    letters.add(2, { reason: 'a "quoted"\nreason\\' });
    registry.counter('moves_total', 'Never moved.');
    registry.gauge('pending', 'Builds.').set(7);
    const delay = registry.histogram('delay_seconds', 'Delay.', [1, 5]);
    for (const value of [0.5, 3, 9]) delay.observe(value);
    expect(registry.render().split('\n')).toEqual([
      '# HELP letters_total Letters.',
      '# TYPE letters_total counter',
      'letters_total{reason="a \\"quoted\\"\\nreason\\\\"} 2',
      '# HELP moves_total Never moved.',
      '# TYPE moves_total counter',
      'moves_total 0',
      '# HELP pending Builds.',
      '# TYPE pending gauge',
      'pending 7',
      '# HELP delay_seconds Delay.',
      '# TYPE delay_seconds histogram',
      'delay_seconds_bucket{le="1"} 1',
      'delay_seconds_bucket{le="5"} 2',
      'delay_seconds_bucket{le="+Inf"} 3',
      'delay_seconds_sum 12.5',
      'delay_seconds_count 3',
      '',
    ]);
  });
});

describe('tries', () => {
  test.each([
    { tried: 1, asked: undefined, chance: 0, pause: 100 },
    { tried: 1, asked: undefined, chance: 0.999, pause: 199.9 },
    { tried: 4, asked: undefined, chance: 0.5, pause: 1_200 },
    { tried: 40, asked: undefined, chance: 0.5, pause: 45_000 },
    { tried: 1, asked: 30_000, chance: 0.5, pause: 30_000 },
    { tried: 9, asked: 10, chance: 0.5, pause: 38_400 },
    { tried: 1, asked: 1e12, chance: 0.5, pause: 3_600_000 },
  ])('after try $tried, asked for $asked ms, the pause is $pause ms', (row) => {
    const patience = {
      ...{ firstPauseMs: 200, longestPauseMs: 60_000 },
      chance: () => row.chance,
    };
    expect(choosePauseMs(row.tried, row.asked, patience)).toBeCloseTo(row.pause, 6);
  });

  test('outages and failures count apart, and what comes to an end begins anew', () => {
    const tries = createTries({ firstPauseMs: 10, longestPauseMs: 100 });
    expect([tries.meetOutage('a'), tries.meetOutage('a'), tries.meetOutage('a', 70)]).toEqual([
      ...[10, 20, 70],
    ]);
    expect(tries.failures('a')).toBe(0);
    expect([tries.fail('a'), tries.fail('a'), tries.fail('b')]).toEqual([10, 20, 10]);
    expect([tries.failures('a'), tries.failures('b')]).toEqual([2, 1]);
    tries.end('a');
    expect([tries.failures('a'), tries.fail('a'), tries.meetOutage('a')]).toEqual([0, 10, 10]);
  });
});
