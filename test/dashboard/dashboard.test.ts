/** Every page in a real browser, over a year of a project: `perigee serve` without anything around it. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLedger } from '../../bot/src/ledger/open-ledger.ts';
import { linkTo } from '../../src/explorer/page-addresses.ts';
import type { BuildPage, SeriesPage } from '../../src/explorer/answers.ts';
import { regressions } from '../../bench/replay/draw-project.ts';
import { dayMs, makeControl, makeJudged, startMs } from '../gate/record/make-entries.ts';
import { hasBrowser, howToInstall } from '../report/open-page.ts';
import {
  commitAt,
  makeProject,
  nameSeriesAt,
  repository,
  slowPull,
  suite,
} from './make-project.ts';
import { makePoint, makeStoredBuild } from '../series/make-build.ts';
import { type Dashboard, findBarriers, openDashboard, untilComputed } from './open-dashboard.ts';

if (!hasBrowser) console.warn(howToInstall);

const encoded = encodeURIComponent(repository);
const strangers = 'strange/<img src=x onerror=alert(1)>';

describe.runIf(hasBrowser)('the dashboard', () => {
  let dashboard: Dashboard;
  /** The first series of the project: its level rises at place 120, and pull request 144 makes it slower still. */
  let id: string;
  let runId: string;
  beforeAll(async () => {
    const hostile = {
      build: makeStoredBuild(1, { repository: strangers, author: '<script>alert(2)</script>' }),
      points: [
        makePoint({ test: hostileName, span: hostileName, annotations: { [hostileName]: 1 } }),
      ],
    };
    dashboard = await openDashboard([...makeProject(1), hostile], fillLedger);
    await untilComputed(dashboard, repository);
    const query = 'test=upload&platform=linux-x64&metric=latency&text=num_files=10';
    const found = await dashboard.read<SeriesPage>(`/repositories/${encoded}/series?${query}`);
    id = found.series.find(({ annotations }) => annotations['num_files'] === 10)?.id ?? '';
    const pulls = await dashboard.read<BuildPage>(
      `/repositories/${encoded}/builds?pullRequest=${slowPull}`,
    );
    runId = pulls.builds[0]?.runId ?? '';
  });
  afterAll(() => dashboard.close());

  const pages: [string, () => string][] = [
    ['repositories', () => linkTo.home()],
    ['overview', () => linkTo.overview(repository)],
    ['series', () => linkTo.series(repository)],
    ['one series', () => linkTo.oneSeries(repository, id, { run: runId })],
    ['builds', () => linkTo.builds(repository)],
    ['build', () => linkTo.build(repository, { suite, runId })],
    [
      'comparison',
      () => linkTo.compare(repository, { before: 'release/1.0', after: 'release/2.0' }),
    ],
    ['budgets', () => linkTo.budgets(repository)],
    ['machines', () => linkTo.machines(repository)],
    ['gate', () => linkTo.gate(repository)],
    ['no page', () => '/nothing'],
  ];
  test.each(pages)(
    'the page of %s fits and can be read: phone and desk, light and dark',
    async (_name, address) => {
      for (const width of [360, 1600]) {
        for (const scheme of ['light', 'dark'] as const) {
          const { complaints, page } = await dashboard.open(address(), { scheme, width });
          expect(await page.locator('h1').count()).toBe(1);
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - innerWidth,
          );
          expect(overflow, `${width} ${scheme}`).toBeLessThanOrEqual(0);
          expect(await findBarriers(page), `${width} ${scheme}`).toEqual([]);
          expect(complaints).toEqual([]);
          await page.close();
        }
      }
    },
  );

  test('a link of a red check says since which commit, on which hosts, and what else moved', async () => {
    const { page } = await dashboard.open(linkTo.oneSeries(repository, id, { run: runId }));
    const told = await page.locator('.told').innerText();
    const [first] = regressions;
    expect(told).toContain(`Run ${runId} of pull request #${slowPull},`);
    expect(told).toContain('so this is more than noise');
    expect(told).toContain(commitAt(first.at).slice(0, 8));
    expect(told).toMatch(/It shows on 3 of 3 kinds of hosts/);
    expect(told).toMatch(/11 other series moved with it/);
    await page.close();
  });

  test('the way from the overview to a commit of a series needs no mouse', async () => {
    const { complaints, page } = await dashboard.open(linkTo.overview(repository));
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Skip to the page');
    await page.keyboard.press('Enter');
    await tabTo(page, (text) => text.startsWith('Latency of') || text.startsWith('CPU time of'));
    await page.keyboard.press('Enter');
    await page.waitForSelector('.told');
    expect(await page.locator(':focus').evaluate((element) => element.tagName)).toBe('H1');
    await tabTo(page, (_, role) => role === 'slider');
    const before = await page.locator('.readout').innerText();
    await page.keyboard.press('ArrowLeft');
    const after = await page.locator('.readout').innerText();
    expect(after).not.toBe(before);
    expect(await page.locator('[role=slider]').getAttribute('aria-valuetext')).toContain(
      after.slice(0, 8),
    );
    await page.keyboard.press('+');
    await expect.poll(() => new URL(page.url()).searchParams.has('from')).toBe(true);
    const address = page.url();
    await page.reload();
    await page.waitForSelector('.told');
    expect(page.url()).toBe(address);
    expect(await page.locator('.readout').innerText()).toBe(after);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('what is drawn beside a series, and on which scale, stands in the address', async () => {
    const { complaints, page } = await dashboard.open(linkTo.oneSeries(repository, id));
    await page.getByRole('button', { name: 'linux-arm64' }).click();
    await page.waitForSelector('.legend .beside-0');
    await page.getByRole('button', { name: 'Log scale' }).click();
    await page.waitForSelector('#log[aria-pressed=true]');
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('scale'), searchParams.get('with')?.length]).toEqual(['log', 16]);
    expect(await page.locator(':focus').getAttribute('id')).toBe('log');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('a search narrows the list and keeps the focus', async () => {
    const { page } = await dashboard.open(linkTo.series(repository));
    await page.locator('#text').pressSequentially('render 100000');
    await expect.poll(() => page.locator('#found').innerText()).toBe('4 series');
    expect(await page.locator(':focus').getAttribute('id')).toBe('text');
    await page.close();
  });

  test('an open alert stands first, and leads to its series', async () => {
    const { page } = await dashboard.open(linkTo.overview(repository));
    expect(await page.locator('#alerts').innerText()).toBe('1 open alert');
    await page.locator('.alerts').getByRole('link', { name: 'Latency of upload' }).click();
    await page.waitForSelector('.told');
    expect(new URL(page.url()).searchParams.get('id')).toBe(id);
    await page.close();
  });

  test('the record of the gate says how often it was right, and what is wrong with it', async () => {
    const { page } = await dashboard.open(linkTo.overview(repository));
    await page.getByRole('link', { name: 'The gate' }).click();
    await page.waitForSelector('#record');
    const text = await page.locator('main').innerText();
    expect(text).toContain('2 commits: 1 red');
    expect(text).toContain('1 alarm about the gate itself stands');
    expect(await page.locator('table tbody tr').count()).toBe(1);
    await page.locator('#days').selectOption('90');
    await expect.poll(() => new URL(page.url()).searchParams.get('days')).toBe('90');
    await page.close();
  });

  test('names of strangers are text', async () => {
    const { complaints, page } = await dashboard.open(linkTo.series(strangers));
    expect(await page.locator('main img, main script').count()).toBe(0);
    const link = page.locator('td a').first();
    expect(await link.innerText()).toContain('<img');
    await link.click();
    await page.waitForSelector('.told');
    expect(await page.locator('h1').innerText()).toContain('<img');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('the button overrules the colours of the system', async () => {
    const { page } = await dashboard.open(linkTo.overview(repository), { scheme: 'dark' });
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await paper();
    await page.locator('#theme').click();
    expect(await paper()).not.toBe(dark);
    await page.close();
  });
});

const hostileName = '<img src=x onerror=alert(1)>"\'&\u202e';

/** What the bot keeps of a gate that judged two builds of today, one of them red, after a control that stayed green. */
function fillLedger(file: string): void {
  const ledger = openLedger(file);
  const today = (Date.now() - startMs) / dayMs;
  const subject = { installation: 1, owner: 'acme', name: 'sync', id: 7 };
  const push = { kind: 'push', repository: subject, commit: 'a'.repeat(40) } as const;
  ledger.noteHead(push, push.commit, Date.now());
  for (const [run, isRed] of [
    ['1', false],
    ['2', true],
  ] as const) {
    const entry = makeJudged(
      today - 0.1,
      { isRed, ...(isRed ? { confirmed: 1 } : {}) },
      { run, commit: run },
    );
    const confirmed = isRed ? ['x'] : [];
    const key = { repositoryId: 7, suite, runId: run };
    ledger.noteOutcome(
      key,
      entry.commit,
      { red: isRed, cleared: [], confirmed, entry },
      Date.now(),
    );
  }
  ledger.noteControl(7, makeControl(today - 0.2, { isProven: false }));
  ledger.openAlert({
    ...{ repository, suite, foundBy: 'history', commit: commitAt(regressions[0].at) },
    range: { after: commitAt(119), upTo: commitAt(120), commits: 1 },
    series: [{ ...nameSeriesAt(0), change: 0.15 }],
    transitions: [{ state: 'new', atMs: Date.now() }],
  });
  ledger.close();
}

/** Presses Tab until the focus is where it should be. */
async function tabTo(
  page: Page,
  isThere: (text: string, role: string | null) => boolean,
): Promise<void> {
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    if (isThere(await focused.innerText(), await focused.getAttribute('role'))) return;
  }
  throw new Error('the focus never came there');
}
