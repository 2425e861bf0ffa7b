import { describe, expect, test } from 'vitest';
import type { Verdict } from '../../../src/contract/documents.ts';
import type { ProgressEvent } from '../../../src/runner/run-request.ts';
import { makeSeries, makeVerdict } from '../../report/fixtures/make-verdict.ts';
import { failChoices } from '../../../src/pipeline/job/job.ts';
import { logProgress } from '../../../src/pipeline/job/log-progress.ts';
import { hasFailed } from '../../../src/pipeline/job/publish-verdict.ts';

describe('narrate run', () => {
  const commit = 'a'.repeat(40);

  function narrate(events: readonly ProgressEvent[]): string[] {
    const lines: string[] = [];
    const { tell } = logProgress((line) => lines.push(line));
    for (const event of events) tell(event);
    return lines;
  }

  const measure = (pair: number, name: string): ProgressEvent => {
    const advance = { done: 0, total: 10, atMost: 20, elapsedMs: 0, remainingMs: 240_000 };
    return { kind: 'measure', pair, test: name, side: 'before', ...advance };
  };
  const measured = (name: string, status: string): ProgressEvent => {
    return { kind: 'measured', test: name, side: 'after', pair: 0, durationMs: 1234, status };
  };

  test('each pair of the suite is told once, with the time that is left', () => {
    const lines = narrate([measure(0, 'a'), measure(0, 'b'), measure(1, 'a')]);
    expect(lines).toEqual(['pair 1, about 4 minutes left', 'pair 2, about 4 minutes left']);
  });

  test('a run that goes on for its time alone says why', () => {
    const look = { kind: 'look', number: 1, undecided: [], hinted: [], goesOn: true } as const;
    expect(narrate([look, look])).toEqual([expect.stringContaining('show smaller ones')]);
    const beyond = { tests: ['a'], leftMs: 60_000 };
    const over = { kind: 'look', number: 2, undecided: [], hinted: ['a', 'b'], beyond } as const;
    expect(narrate([over, over])).toEqual([
      expect.stringMatching(/is over, and a may be slower: /),
    ]);
  });

  test('a verdict so far counts what can block, and a red one says why it goes on', () => {
    const lines: string[] = [];
    const { tell, tellVerdict } = logProgress((line) => lines.push(line));
    const warned = makeSeries({
      state: 'regressed',
      blocking: false,
      threshold: { action: 'warn' },
    });
    tellVerdict(makeVerdict([warned, makeSeries({ state: 'undecided' })]));
    tellVerdict(
      makeVerdict([makeSeries({ state: 'regressed', ratio: 1.2 })], { conclusion: 'regressed' }),
    );
    tell(measure(0, 'a'));
    tell(measure(1, 'a'));
    expect(lines.map((line) => line.replaceAll(/\u001b\[\d+m/g, ''))).toEqual([
      'so far: no series regressed, 1 may have, 1 warning',
      expect.stringMatching(/^regressed already: .* › send num_files=10000 .*, Latency \+/),
      'so far: 1 series regressed',
      expect.stringMatching(/^the verdict is red already; measuring goes on, .* by how much$/),
      'pair 1, about 4 minutes left',
      'pair 2, about 4 minutes left',
    ]);
  });

  test('the warm-up is told once, however many tests it has', () => {
    const warmUp = { kind: 'warm-up', test: 'a', side: 'before' } as ProgressEvent;
    expect(narrate([warmUp, warmUp])).toEqual(['warm-up']);
  });

  test('a test that did not pass stands out and says how it ended', () => {
    const [fine = '', bad = ''] = narrate([measured('a', 'passed'), measured('b', 'timed-out')]);
    expect(fine).toContain('after  a 1.2 s');
    expect(bad).toContain('\u001b[31m');
    expect(bad).toContain('b 1.2 s timed-out');
  });

  test('names from a pull request stay on their line and move no cursor', () => {
    const before = { commit, label: 'main\n::error::x' };
    const after = { commit, label: 'a\u001b[2Jb' };
    const lines = narrate([
      { kind: 'started', id: '1', runDirectory: '/', sides: ['before', 'after'], before, after },
      measured('up\r\nload\u001b[1A', 'passed'),
    ]);
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      // The colours of the line itself are ours.
      const text = line.replaceAll(/\u001b\[\d+m/g, '');
      expect(text).not.toMatch(/\p{Cc}/u);
    }
  });

  test('of a short run the seconds that are left are told', () => {
    const [line] = narrate([{ ...measure(0, 'a'), remainingMs: 7_400 } as ProgressEvent]);
    expect(line).toBe('pair 1, about 8 s left');
  });

  test('a test that gets no more pairs is told so once', () => {
    const why = 'no more pairs after pair 2: the after side failed 2 times in a row';
    const [line = ''] = narrate([{ kind: 'stopped', test: 'list', why }]);
    expect(line).toContain(`list: ${why}`);
    expect(line).not.toContain('gets no more pairs');
  });
});

describe('publish verdict', () => {
  const red: Record<(typeof failChoices)[number], Verdict['conclusion'][]> = {
    regressed: ['regressed', 'incomplete', 'nothing-measured'],
    undecided: ['regressed', 'undecided', 'incomplete', 'nothing-measured'],
    never: ['incomplete', 'nothing-measured'],
  };

  test.each(failChoices)(
    'with fail-on: %s the job is red for what the page says, and no more',
    (failOn) => {
      const all = ['passed', 'regressed', 'undecided', 'incomplete', 'nothing-measured'] as const;
      expect(all.filter((conclusion) => hasFailed({ conclusion }, failOn))).toEqual(red[failOn]);
    },
  );
});
