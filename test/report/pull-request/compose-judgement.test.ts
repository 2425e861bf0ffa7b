import { expect, test } from 'vitest';
import { renderComment } from '../../../src/report/pull-request/render-comment.ts';
import { verdicts } from '../fixtures/verdicts.ts';
import { judge, makeFates, makeJudgement, makeView } from './fixtures/make-view.ts';

const several = verdicts['several-regressions-with-patterns'];

test('what one run found worse is named beside what is red already, and nobody measures it again', () => {
  const fates = new Map([
    ...makeFates(several, 'blocks', [0]),
    ...makeFates(several, 'awaits-confirmation', [1, 2]),
  ]);
  const view = makeView(judge('regressed', makeJudgement(several, { fates, attempts: 2 })));
  const comment = renderComment(view, { marker: 'perigee' });
  const [red = '', open = ''] = comment.split('#### Worse in one run, and not measured again (2)');
  expect(red.match(/^\| Latency/gm)).toHaveLength(1);
  expect(open.match(/^\| (?!Series|---)/gm)?.length).toBeGreaterThanOrEqual(2);
});

test('that the machine was busy stands beside what is undecided, and folded with the problems elsewhere', () => {
  const verdict = verdicts['undecided-on-a-busy-machine'];
  const { problems } = verdict;
  const render = (state: ReturnType<typeof judge>): string[] =>
    renderComment(makeView(state), { marker: 'perigee' }).split(/^<details>$/m);
  const [open = '', ...folds] = render(judge('undecided', makeJudgement(verdict)));
  expect(open).toContain('> While this was measured, something waited for a CPU 96% of the time');
  expect(folds.join('')).not.toContain('waited for a CPU');
  const passed = { ...verdicts.clean, problems };
  const [front, ...back] = render(judge('passed', makeJudgement(passed)));
  expect(front).not.toContain('waited for a CPU');
  expect(back.join('')).toContain('`machine-busy`: While this was measured');
});
