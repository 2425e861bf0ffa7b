import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { type FreshAlert, lastTransition } from '../../../src/contract/alerts.ts';
import { openAlerts, readAlerts } from '../../../src/store/sqlite/open-alerts.ts';

const fresh: FreshAlert = {
  ...{ repository: 'acme/sync', suite: 'sync', foundBy: 'history', commit: 'c1' },
  ...{ range: { after: 'c0', upTo: 'c1', commits: 1 }, series: [] },
  transitions: [{ state: 'new', atMs: 1 }],
};

test('an alert is opened once, has a number in its repository, and can be changed', () => {
  const alerts = openAlerts(new DatabaseSync(':memory:'));
  expect(alerts.openAlert(fresh).number).toBe(1);
  expect(alerts.openAlert({ ...fresh, suite: 'other' }).number).toBe(2);
  expect(alerts.openAlert({ ...fresh, transitions: [] })).toEqual({ ...fresh, number: 1 });
  expect(alerts.openAlert({ ...fresh, repository: 'acme/other' }).number).toBe(1);
  const change = alerts.changeAlert('acme/sync', 1, (alert) => ({
    ...alert,
    transitions: [...alert.transitions, { state: 'fixed', atMs: 2 }],
  }));
  expect(change?.transitions).toHaveLength(2);
  expect(alerts.listAlerts('acme/sync').map(({ number }) => number)).toEqual([2, 1]);
  expect(alerts.listAlerts('acme/sync')[1]).toEqual(change);
  expect(alerts.changeAlert('acme/sync', 9, (alert) => alert)).toBeUndefined();
});

test('an alert of another store keeps its number and history, and is restored once', () => {
  const alerts = openAlerts(new DatabaseSync(':memory:'));
  const restored = { ...fresh, number: 7 };
  alerts.restoreAlert(restored);
  alerts.restoreAlert(restored);
  expect(alerts.listAlerts('acme/sync')).toEqual([restored]);
  // Of another commit, and its number is taken.
  alerts.restoreAlert({ ...restored, commit: 'c2' });
  expect(alerts.listAlerts('acme/sync').map(({ number }) => number)).toEqual([8, 7]);
});

test('of two histories of an alert the one with the newer state stays', () => {
  const alerts = openAlerts(new DatabaseSync(':memory:'));
  const { number } = alerts.openAlert({ ...fresh, transitions: [{ state: 'new', atMs: 5 }] });
  const at = (atMs: number) =>
    alerts.restoreAlert({
      ...{ ...fresh, number: 9 },
      transitions: [...fresh.transitions, { state: 'accepted', by: 'ada', because: 'so', atMs }],
    });
  const state = () => alerts.listAlerts('acme/sync').map((one) => lastTransition(one).state);
  at(4);
  expect(state()).toEqual(['new']);
  at(6);
  expect(state()).toEqual(['accepted']);
  expect(alerts.listAlerts('acme/sync')[0]?.number).toBe(number);
});

test('a commit may exceed two budgets, and each is an alert of its own', () => {
  const alerts = openAlerts(new DatabaseSync(':memory:'));
  const openBudget = (since: 'release' | 'best') =>
    alerts.openAlert({
      ...fresh,
      ...{ foundBy: 'budget', budget: { since, limit: 0.05, action: 'warn', parts: [] } },
    }).number;
  expect([openBudget('release'), openBudget('best'), openBudget('release')]).toEqual([1, 2, 1]);
  expect(alerts.openAlert(fresh).number).toBe(3);
});

test('a change that fails leaves the alert as it was, and others can write', () => {
  const file = `${import.meta.dirname}/.alerts-${process.pid}.sqlite`;
  const database = new DatabaseSync(file);
  try {
    const alerts = openAlerts(database);
    alerts.openAlert(fresh);
    const fail = (): never => {
      throw new Error('no');
    };
    expect(readAlerts(file, 'acme/sync')).toEqual([{ ...fresh, number: 1 }]);
    expect(readAlerts(`${file}.none`, 'acme/sync')).toEqual([]);
    expect(() => alerts.changeAlert('acme/sync', 1, fail)).toThrow('no');
    const other = openAlerts(new DatabaseSync(file));
    expect(other.listAlerts('acme/sync')).toEqual([{ ...fresh, number: 1 }]);
    other.openAlert({ ...fresh, commit: 'c2' });
    expect(alerts.listAlerts('acme/sync')).toHaveLength(2);
  } finally {
    database.close();
    rmSync(file, { force: true });
  }
});
