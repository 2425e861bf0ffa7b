import { describe, expect, test } from 'vitest';
import type { Verdict } from '../../../src/contract/documents.ts';
import type { ProgressEvent } from '../../../src/runner/run-request.ts';
import { failChoices } from '../../../src/pipeline/job/job.ts';
import { openProgress } from '../../../src/pipeline/job/measure.ts';
import { hasFailed } from '../../../src/pipeline/job/publish-verdict.ts';

describe('the progress in the log of a job', () => {
  function narrate(events: readonly ProgressEvent[]): string[] {
    const lines: string[] = [];
    const { show } = openProgress({ say: (line) => lines.push(line) });
    for (const event of events) show(event);
    return lines;
  }

  test('a test that did not pass stands out', () => {
    const bad = { kind: 'measured', test: 'b', side: 'after', pair: 0 } as const;
    expect(narrate([{ ...bad, status: 'timed-out' }])).toEqual([
      '\u001b[31mb: timed-out (after side, pair 1)\u001b[0m',
    ]);
  });

  test('names from a pull request stay on their line and move no cursor', () => {
    const before = { commit: 'a'.repeat(40), label: 'main\n::error::x' };
    const after = { commit: 'b'.repeat(40), label: 'a\u001b[2Jb' };
    const sides = ['before', 'after'] as const;
    const lines = narrate([
      { kind: 'started', id: '1', runDirectory: '/', sides, before, after },
      { kind: 'setup', side: 'before', command: ['up\r\nload\u001b[1A'], logFile: '/log' },
    ]);
    expect(lines).toEqual([
      expect.stringMatching(/^before: main.*::error/),
      expect.stringMatching(/^after: /),
      expect.stringMatching(/^set up before: up.*load/),
    ]);
    for (const line of lines) expect(line).not.toMatch(/\p{Cc}/u);
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
