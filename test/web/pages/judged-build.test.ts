import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLedger } from '../../../bot/src/ledger/open-ledger.ts';
import type { BuildPage } from '../../../src/web/api/answers.ts';
import { linkTo } from '../../../src/web/api/page-addresses.ts';
import { makeJudged } from '../../gate/record/make-entries.ts';
import type { BuildPoints } from '../../../src/store/series-point.ts';
import { findBarriers, hasBrowser, howToInstall } from '../../report/open-page.ts';
import { makeHistory, repository } from '../api/make-history.ts';
import { listFaults } from '../api/validate-answer.ts';
import { type Dashboard, openDashboard } from './open-dashboard.ts';

if (!hasBrowser) console.warn(howToInstall);

const [owner = '', name = ''] = repository.split('/');
const history = makeHistory(3, { local: { hasReport: true } });
const { build } = history.at(-1)!;
const { runId, suite } = build;
let file = '';

/** As the bot does at the end of a look. */
function note(isRed: boolean, cleared: number): void {
  const ledger = openLedger(file);
  const entry = makeJudged(1, { isRed, cleared, conclusion: 'regressed' }, { suite, run: runId });
  const key = { repositoryId: 7, suite, runId };
  const subject = { installation: 1, owner, name, id: 7 };
  const push = { kind: 'push', repository: subject, commit: build.commit } as const;
  ledger.noteHead(push, push.commit, 1);
  ledger.noteOutcome(key, push.commit, { red: isRed, cleared: [], confirmed: [], entry }, 1);
  ledger.close();
}

describe.runIf(hasBrowser)('a build that a bot judged', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await openDashboard(history, {
      fillLedger: (ledger) => {
        file = ledger;
        note(true, 0);
      },
    });
  });
  afterAll(() => dashboard.close());

  test('says its verdict and how the check ended, also after the bot looked again', async () => {
    const address = linkTo.build(repository, { suite, runId });
    const { complaints, page } = await dashboard.open(address, { width: 360 });
    const facts = page.locator('dl, .facts').first();
    expect(await page.locator('.headline').innerText()).toMatch(/^Regressed says the gate/);
    expect(await facts.innerText()).toMatch(/^Check\s+failed\s/);
    expect(await findBarriers(page)).toEqual([]);
    note(false, 1);
    await page.reload();
    await page.waitForSelector('main:not([aria-busy]) h1');
    expect(await facts.innerText()).toContain('did not fail; a second run cleared 1 regression');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('is of the only repository, whose page is the first', async () => {
    const { complaints, page } = await dashboard.open(linkTo.home());
    await page.waitForURL(`**${linkTo.overview(repository)}`);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    // Of three commits no level can tell, so the newest build does.
    expect(await page.locator('.headline').innerText()).toContain('shows from 16 commits on');
    expect(await page.locator('li.regressed').innerText()).toMatch(/ in .* by author 0, /);
    expect(await page.locator('.command code').innerText()).toBe(
      'for commit in $(git rev-list --reverse --first-parent --min-parents=1 -n 16 main); do npx perigee compare --affected all --time 10s $commit^ $commit; done',
    );
    expect(await page.locator('h1').innerHTML()).toBe('acme/<wbr>sync');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('is in the list with its verdict; others have none', async () => {
    const address = `/repositories/${encodeURIComponent(repository)}/builds`;
    const found = await dashboard.read<BuildPage>(address);
    expect(listFaults('listBuilds', found)).toEqual([]);
    expect(found.builds.map(({ conclusion }) => conclusion)).toEqual([
      'regressed',
      ...Array(found.builds.length - 1).fill(undefined),
    ]);
  });
});

describe.runIf(hasBrowser)('a run of a laptop without a verdict', () => {
  test('leads to its report, or to what prints it where it was measured', async () => {
    const runs = [{ hasReport: true as const }, {}].map((local, i) => {
      const one = makeHistory(2, { local: { conclusion: 'incomplete', ...local } })[i];
      return one!;
    });
    const dashboard = await openDashboard(runs);
    const read = async ({ build: own }: BuildPoints): Promise<string> => {
      const { page } = await dashboard.open(linkTo.build(repository, own));
      const words = await page.locator('.headline').innerText();
      await page.close();
      return words;
    };
    const [first, second] = [await read(runs[0]!), await read(runs[1]!)];
    await dashboard.close();
    expect(first).toMatch(/^Incomplete says the gate, .*; its report says why\. /);
    expect(second).toContain(`; perigee report ${runs[1]!.build.runId} says why, where it was`);
  });
});

describe.runIf(hasBrowser)('who is signed in', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await openDashboard(makeHistory(3));
  });
  afterAll(() => dashboard.close());

  test.each([360, 1600])('sees their name, and signs out, %i pixels wide', async (width) => {
    const { page } = await dashboard.open(linkTo.overview(repository), { width });
    expect(await page.locator('#reader').isVisible()).toBe(false);
    await page.context().addCookies([{ name: 'perigee-name', value: 'ann-b', url: page.url() }]);
    await page.reload();
    await page.waitForSelector('main:not([aria-busy]) h1');
    expect(await page.locator('#reader').innerText()).toBe('Signed in as ann-b · Sign out');
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(await findBarriers(page)).toEqual([]);
    // The browser asks the server for it: the program of the pages knows no such page.
    const asked = page.waitForRequest((request) => request.isNavigationRequest());
    await page.getByRole('link', { name: 'Sign out' }).click();
    expect(new URL((await asked).url()).pathname).toBe('/sign-out');
    await page.context().clearCookies();
    await page.close();
  });
});
