import { describe, expect, test } from 'vitest';
import { renderComment } from '../../../src/report/pull-request/render-comment.ts';
import type { PullRequestView } from '../../../src/report/pull-request/view.ts';
import { makeSeries, makeVerdict } from '../fixtures/make-verdict.ts';
import { verdicts } from '../fixtures/verdicts.ts';
import { judge, makeFates, makeJudgement, makeView } from './fixtures/make-view.ts';
import { views } from './fixtures/views.ts';

const render = (view: PullRequestView): string => renderComment(view, { marker: 'perigee' });

/** What is seen without opening anything. */
function dropFolds(comment: string): string {
  return comment.replace(/<details>[^]*?<\/details>\n*/g, '');
}

/** Lines with words in them, the marker left out. */
function listLines(view: PullRequestView): string[] {
  return dropFolds(render(view))
    .split('\n')
    .slice(1)
    .filter((line) => line !== '');
}

test('a clean change gets one line, its fold, and a small line with links and commit', () => {
  const [title, foot, ...more] = listLines(views.passed);
  expect(title).toBe(
    '### ✅ Nothing got slower: 4 series of 1 test; latency would have shown +4.1%, user CPU time +4.1%.',
  );
  expect(foot).toMatch(/^<sub>\[Every series\].*\[Run\].* · Commit /);
  expect(more).toEqual([]);
});

test('a green line never ends in a doubt: what it cannot tell stands before what it can', () => {
  const blind = makeSeries({ smallestVisible: 40 });
  const sharp = makeSeries({ metric: 'cpu.user' });
  const show = (...series: (typeof blind)[]): string | undefined =>
    listLines(makeView(judge('passed', makeJudgement(makeVerdict(series)))))[0];
  expect(show(blind, sharp)).toBe(
    '### ✅ Nothing got slower (latency too noisy to tell): 2 series of 1 test; user CPU time would have shown +4.1%.',
  );
  delete blind.evidence.smallestVisible;
  expect(show(blind)).toBe(
    '### ✅ Nothing got slower (how small a change would show is not known): 1 series of 1 test.',
  );
  blind.evidence = { method: 'exact' };
  expect(show(blind)).toContain('; any change would have shown.');
});

test.each([
  'waiting',
  'measuring',
  'measuring-again',
  'superseded',
  'not-relevant',
  'untouched',
] as const)('while it is %s, there is a short word and nothing of an earlier verdict', (name) => {
  const comment = render(views[name]);
  expect(comment).not.toMatch(/^\||<details>|^####/m);
  expect(listLines(views[name]).length).toBeLessThanOrEqual(4);
});

test('while it is confirmed, what is measured again is named, and not called a regression', () => {
  const comment = render(views.confirming);
  expect(comment).toContain('### ⏳ Confirming: 3 series on a fresh runner');
  expect(comment).toContain('It blocks only if both runs agree.');
  expect(comment).not.toMatch(/❌|blocks the merge/);
});

describe('how a series ends', () => {
  const verdict = verdicts['one-regression'];
  const settle = (fate: 'cleared' | 'accepted' | 'blocks', rest = {}): string =>
    render(
      makeView(
        judge(
          fate === 'blocks' ? 'regressed' : 'passed',
          makeJudgement(verdict, { fates: makeFates(verdict, fate, [0], rest), attempts: 2 }),
        ),
      ),
    );

  test('counts more than what the newest run says: a cleared one does not block', () => {
    const seen = dropFolds(settle('cleared'));
    expect(seen).toContain('✅ Nothing got slower (1 alarm was cleared): 4 series of 1 test; ');
    expect(seen).not.toContain('+23.4%');
    expect(settle('cleared')).toContain('#### One run said so, a fresh runner did not (1)');
  });

  test('is as the verdict says where nothing else is told', () => {
    const view = makeView(judge('regressed', makeJudgement(verdict)));
    expect(dropFolds(render(view))).toContain('**+23.4%** (21.5%\u00a0to\u00a025.4%)');
  });

  test('names two runs that agree, and one that was outvoted', () => {
    expect(settle('blocks')).toContain('Two runs say so, each on a fresh runner.');
    expect(settle('blocks', { said: { regressed: 2, otherwise: 1 } })).toContain(
      'Another run said otherwise, and was outvoted.',
    );
  });

  test('says of a tie what clears it', () => {
    expect(settle('blocks', { said: { regressed: 2, otherwise: 2 } })).toContain(
      'As many runs said otherwise: it takes one more to clear it.',
    );
    const judgement = makeJudgement(verdict, {
      fates: makeFates(verdict, 'blocks', [0], { said: { regressed: 1, otherwise: 1 } }),
      ...{ attempts: 2, unconfirmed: 'gate.confirm is false' },
    });
    expect(render(makeView(judge('regressed', judgement)))).toContain(
      'One runner says so, another one does not, and it takes one more to clear it: gate.confirm is false.',
    );
  });

  test('names the accept that it has outgrown', () => {
    expect(settle('blocks', { outgrownAcceptId: 'A7' })).toContain(
      'What A7 accepted was less than this: it does not cover it.',
    );
  });
});

test('one runner alone is named where no second one could be asked', () => {
  expect(render(views['regressed-unconfirmed'])).toContain(
    'Measured by one runner only: the app has no permission to run jobs again (actions: write).',
  );
});

test('what blocks stands before all else, and what can be done right below it', () => {
  const comment = render(views.everything);
  const order = [
    '### ❌ `upload 10,000 files of 1 kB › send` takes 23.4% longer',
    '- `download 10,000 files of 1 kB`: after: 3 failed',
    '| latency ❌ |',
    '**What now:**',
    '**Accepted regressions:**',
    '#### perigee.yml changes here',
    'A fork controls its own runner',
    'This check is not required on `main`',
    '#### What could have been missed',
    '#### Did not get slower',
    'History of the worst series',
    '<sub>[Every series]',
  ].map((words) => comment.indexOf(words));
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(Math.min(...order)).toBeGreaterThan(0);
});

test('an accept names who, why, and until when', () => {
  expect(dropFolds(render(views.accepted))).toMatch(
    /\*\*A7\*\* by `mona` on 2026-11-20, until 2026-12-31: latency \+23\.4% of .*Because: the checksum is worth it/,
  );
});

test('a changed perigee.yml is shown with what it would change, and a broken one with its error', () => {
  expect(render(views.everything)).toContain('| latency | 5%, blocks | 50%, warns |');
  expect(render(views['configuration-broken-here'])).toContain(
    'thresholds[2].relative is 5, which is no percentage',
  );
});

test('a fork is told of only where something was measured', () => {
  expect(render(views.fork)).toContain('A fork controls its own runner');
  expect(render({ ...views.waiting, fork: true })).not.toContain('fork');
});

test.each([
  ['regressed', true, '❌'],
  ['regressed', false, '⚠️'],
  ['undecided', true, '⚠️'],
  ['undecided', false, '⚠️'],
  ['incomplete', true, '⚠️'],
  ['passed', false, '✅'],
  ['accepted', false, '✅'],
] as const)('%s, which blocks: %s, has the sign %s', (outcome, blocks, sign) => {
  const state = judge(outcome, makeJudgement(verdicts['one-regression']), blocks);
  expect(listLines(makeView(state))[0]).toContain(`### ${sign} `);
});

test.each(['no-run', 'run-failed', 'configuration-invalid'] as const)(
  'red is said of the change alone: %s is none, though it blocks',
  (name) => {
    expect(listLines(views[name])[0]).toContain('### ⚠️ ');
    expect(render(views[name])).toContain('This blocks the merge.');
  },
);

test.each([
  ['regressed-not-required', 'the merge does not wait for it', 'This blocks the merge'],
  ['regressed-in-queue', 'This keeps the group from being merged.', '/perigee accept'],
  ['regressed-after-push', '**What now:** fix or revert it.', 'the merge'],
  ['regressed-after-push', '**What now:**', '/perigee accept'],
  ['regressed-brought', 'perigee.yml is new here', 'fix it and push'],
  ['regressed-brought', 'does not block', '/perigee accept'],
  ['regressed-brought', 'changes here', 'No threshold'],
  ['waiting-for-approval', 'until a maintainer approves', 'fix it'],
  ['no-approval', 'a maintainer looks through the change and approves the run', 'push'],
  ['run-failed-open', 'a maintainer approves the run', 'rerun'],
  ['run-cancelled', '**What now:** `/perigee rerun`', 'fix it'],
  ['no-run', '`gate.workflow`', 'first contribution'],
] as const)('%s says %j, and nothing of %j', (name, said, unsaid) => {
  const told = listLines(views[name]).join('\n').replace('`/perigee help`', '');
  expect(told).toContain(said);
  expect(told).not.toContain(unsaid);
});

test.each([
  [45_000, '45 s'],
  [60_000, '1 min'],
  [5_400_000, '90 min'],
  [7_200_000, '2 h'],
])('a wait of %d ms is told as %s', (waitedMs, told) => {
  const state = { kind: 'no-run', measuredBy: { workflow: 'x' }, blocks: true } as const;
  expect(render(makeView({ ...state, waitedMs }))).toContain(`no run within ${told}\n`);
});

test('a second run that was lost is to be had before anything is mended', () => {
  const told = render(views['regressed-second-cancelled']);
  expect(told.indexOf('`/perigee rerun`')).toBeGreaterThan(0);
  expect(told.indexOf('`/perigee rerun`')).toBeLessThan(told.indexOf('fix it and push'));
});

test('what a table shows already is not said once more below it', () => {
  const verdict = verdicts['one-regression'];
  const [series] = verdict.series;
  if (series === undefined) throw new Error('there is one');
  const span = { test: series.test, span: series.span, annotations: series.annotations };
  const moved = { metric: series.metric, moved: 'up' as const, change: 0.234 };
  const other = { metric: 'cpu.user', moved: 'up' as const, change: 0.4 };
  const show = (movements: (typeof moved)[]): string =>
    dropFolds(
      render(
        makeView(
          judge(
            'regressed',
            makeJudgement({
              ...verdict,
              spans: [{ ...span, platform: series.platform, movements, patterns: [] }],
            }),
          ),
        ),
      ),
    );
  expect(show([moved])).not.toContain('**Where:**');
  expect(show([moved, other])).toContain('**Where:** Moved as well: user CPU time +40.0%.');
});
