import { describe, expect, test } from 'vitest';
import { findAlert } from '../../../bot/src/commands/answer-on-issue.ts';
import { createOutsiders } from '../../../bot/src/commands/outsiders.ts';
import { markAlert, readCulprit } from '../../../bot/src/main-branch/write-issue.ts';
import type { Alert } from '../../../src/contract/alerts.ts';
import { formatMarker } from '../../../src/report/markdown-text.ts';
import { openStage } from './command-stage.ts';

describe('alert of issue', () => {
  const repository = { installation: 7, owner: 'acme', name: 'sync', id: 5 };
  const alert: Alert = {
    ...{ number: 1, repository: 'acme/sync', suite: 'sync', commit: 'ab'.repeat(20) },
    ...{ foundBy: 'history', range: { after: 'a', upTo: 'b' }, series: [] },
    transitions: [{ state: 'new', atMs: 1 }],
  };
  const ofBudget = (since: 'release' | 'best'): Alert => ({
    ...alert,
    ...{ foundBy: 'budget', budget: { since, limit: 0.05, action: 'warn', parts: [] } },
  });

  test.each([
    ['of a change', alert],
    ['of a budget since the release', ofBudget('release')],
    ['of a budget of the year', ofBudget('best')],
    ['of a suite that a marker cannot show as it is', { ...alert, suite: 'sync -- <fast>' }],
  ])('the issue of an alert %s leads to it', (_, wanted) => {
    const known = [alert, ofBudget('release'), ofBudget('best'), wanted];
    const culprit = readCulprit(`${formatMarker(markAlert(wanted))}\n### Worse`)!;
    const ledger = { listAlerts: () => known };
    const asked = { by: 'ada', number: 3, repository, culprit };
    expect(findAlert({ ledger }, asked)).toEqual(wanted);
  });
});

describe('expect improved', () => {
  const label = 'perigee: expect improved';

  test('expect improved labels the pull request, starts nothing, and says from when it holds', async () => {
    const stage = openStage();
    const said = await stage.say('/perigee expect improved');
    expect([...stage.labels]).toEqual([label]);
    expect(said).toContain('From the next push on');
    expect(said).toContain('A re-run does not');
    expect([stage.reruns, stage.woken]).toEqual([[], []]);
  });

  test('only people with write access may ask for it', async () => {
    const stage = openStage();
    expect(await stage.say('/perigee expect improved', { author: 'eve' })).toContain(
      'only people with write access',
    );
    expect(stage.labels.size).toBe(0);
  });

  test('nothing is labelled when the pull request is closed', async () => {
    const stage = openStage();
    Object.assign(stage.pull, { isOpen: false });
    expect(await stage.say('/perigee expect improved')).toContain('is closed');
    expect(stage.labels.size).toBe(0);
  });

  test.each(['/perigee expect', '/perigee expect faster', '/perigee expect improved upload'])(
    '%s is answered with how it is written',
    async (line) => {
      const stage = openStage();
      expect(await stage.say(line)).toContain('`/perigee expect improved`');
      expect(stage.labels.size).toBe(0);
    },
  );
});

describe('outsiders', () => {
  const dayMs = 24 * 60 * 60_000;

  function open() {
    let nowMs = 0;
    const outsiders = createOutsiders(() => nowMs);
    return { outsiders, wait: (ms: number) => void (nowMs += ms) };
  }

  test('one person has twenty answers a day in a repository, however the name is written', () => {
    const { outsiders, wait } = open();
    const ask = (login: string, repositoryId = 7): boolean =>
      outsiders.mayHaveAnswer(repositoryId, login);
    const answers = Array.from({ length: 25 }, (_, i) => ask(i % 2 === 0 ? 'mallory' : 'Mallory'));
    expect(answers.filter(Boolean)).toHaveLength(20);
    expect([ask('honest'), ask('mallory', 8)]).toEqual([true, true]);
    wait(dayMs);
    expect(ask('mallory')).toBe(true);
  });

  test('who has no write access is known for a minute', () => {
    const { outsiders, wait } = open();
    expect(outsiders.isKnown(7, 'mallory')).toBe(false);
    outsiders.note(7, 'mallory');
    expect(outsiders.isKnown(7, 'Mallory')).toBe(true);
    expect(outsiders.isKnown(8, 'mallory')).toBe(false);
    wait(60_000);
    expect(outsiders.isKnown(7, 'mallory')).toBe(false);
  });
});
