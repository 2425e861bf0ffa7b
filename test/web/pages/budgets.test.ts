import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLedger } from '../../../bot/src/ledger/open-ledger.ts';
import type { Overview } from '../../../src/web/api/answers.ts';
import { linkTo } from '../../../src/web/api/page-addresses.ts';
import { makeHistory, repository, stepAt } from '../api/make-history.ts';
import { listFaults } from '../api/validate-answer.ts';
import { findBarriers, hasBrowser, howToInstall } from '../../report/open-page.ts';
import { commitOf } from '../../store/make-build.ts';
import { type Dashboard, openDashboard, untilComputed } from './open-dashboard.ts';

if (!hasBrowser) console.warn(howToInstall);

const [owner = '', name = ''] = repository.split('/');
const history = makeHistory(80);
const [{ annotations, platform, span } = history[0]!.points[0]!] = history[0]!.points.filter(
  (point) => point.test === 'upload',
);

/** The bot found that `upload` crept over a budget of 5% a year. */
function fillLedger(file: string): void {
  const ledger = openLedger(file);
  const commit = commitOf(1);
  const subject = { installation: 1, owner, name, id: 7 };
  ledger.noteHead({ kind: 'push', repository: subject, commit }, commit, 1);
  ledger.keepBudget({ repositoryId: 7, suite: 'sync' }, { year: 0.05, action: 'block' });
  const identity = { test: 'upload', span, annotations, platform, metric: 'latency' };
  ledger.openAlert({
    ...{ repository, suite: 'sync', foundBy: 'budget', commit: commitOf(stepAt) },
    range: { after: commitOf(1), upTo: commitOf(stepAt), commits: stepAt - 1 },
    budget: { since: 'best', limit: 0.05, action: 'block', parts: [] },
    series: [{ ...identity, change: 0.25 }],
    transitions: [{ state: 'new', atMs: Date.now() }],
  });
  ledger.close();
}

describe.runIf(hasBrowser)('the page of budgets', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await openDashboard(history, { fillLedger });
    await untilComputed(dashboard, repository);
  });
  afterAll(() => dashboard.close());

  test.each([
    [360, 'dark'],
    [1600, 'light'],
  ] as const)(
    'says what is allowed, and which series is over it: %i, %s',
    async (width, scheme) => {
      const { complaints, page } = await dashboard.open(linkTo.budgets(repository), {
        ...{ width, scheme },
      });
      const text = await page.locator('main').innerText();
      expect(text).toContain('1 series is over budget.');
      expect(text).toContain(
        'Suite sync allows each series whose rule blocks 5.0% since the best level of a year.',
      );
      expect(text).toContain('+25.0% Latency of upload');
      expect(text).toContain('A store has no tags');
      const row = page.locator('tr', { hasText: 'over budget' });
      expect(await row.count()).toBe(1);
      expect(await row.innerText()).toContain('upload');
      expect(await findBarriers(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.close();
    },
  );

  test('of few commits says that creep is not known yet, and not that nothing became worse', async () => {
    const few = await openDashboard(makeHistory(18));
    await untilComputed(few, repository);
    const { page } = await few.open(linkTo.budgets(repository));
    const text = await page.locator('main').innerText();
    await few.close();
    expect(text).toContain('is not known yet: it takes 20 measured commits.');
    expect(text).not.toContain('became worse');
  });

  test('is that of the only repository where its address names none', async () => {
    const { page } = await dashboard.open('/budgets?sort=size');
    await page.waitForURL(/repository=/);
    await page.getByRole('heading', { name: 'Creep against budgets' }).waitFor();
    expect(new URL(page.url()).searchParams.get('sort')).toBe('size');
    await page.close();
  });

  test('are beside cards that name no platform and no suite where there is one of each', async () => {
    const { page } = await dashboard.open(linkTo.overview(repository));
    const [first] = await page.locator('.sparks li').allInnerTexts();
    expect(first).toMatch(/^Latency of whole test\nsize=1, first of 2 series\n[\d.]+ ms\n\+/);
    await page.close();
  });

  test('the overview tells once what is over its budget by one commit, and what else the commit did', async () => {
    const { page } = await dashboard.open(linkTo.overview(repository));
    const told = await page.locator('.alerts li').allInnerTexts();
    expect(told).toEqual([
      expect.stringMatching(
        /^#1 \+25\.0% Latency of upload › whole test over the budget of 5\.0% since the best level of a year, with 0{12} by author 2, new since /,
      ),
      expect.stringMatching(/^\+2\d\.\d% Latency of upload › whole test since 0{12} by author 2/),
    ]);
    await page.close();
  });

  test('stand in the overview of the API', async () => {
    const overview = await dashboard.read<Overview>(
      `/repositories/${encodeURIComponent(repository)}/overview`,
    );
    expect(listFaults('readOverview', overview)).toEqual([]);
    expect(overview.budgets).toEqual([{ suite: 'sync', year: 0.05, action: 'block' }]);
    expect(overview.state.overBudget).toBe(1);
  });
});
