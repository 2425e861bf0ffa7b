import { expect, test } from 'vitest';
import type { Alert, AlertTransition } from '../../../src/contract/alerts.ts';
import { type Finding, moveAlert, settleAlert } from '../../../src/history/alerts/settle-alert.ts';
import { look, nameCommit, step, watch } from './make-request.ts';

const statesOf = ({ transitions }: Alert): string[] => transitions.map(({ state }) => state);

test('series that one commit made worse are one alert, however often it is looked', () => {
  const levels = { a: step(50, 0.15), b: step(50, 0.2), c: step(50, 0.1), d: () => 0 };
  const alerts = watch({ commits: 110, levels }, 40);
  expect(alerts).toHaveLength(1);
  const [{ commit, series, transitions }] = alerts as [Alert];
  expect(commit).toBe(nameCommit(50));
  expect(series.map((one) => one.test)).toEqual(['b', 'a', 'c']);
  expect(transitions).toMatchObject([{ state: 'new' }]);
});

test('a change opens nothing before five builds in a row showed it', () => {
  const levels = { a: step(50, 0.15) };
  const counts = [52, 56, 60, 66, 70].map((commits) => look({ commits, levels }).opened.length);
  expect(counts).toEqual([0, 1, 1, 1, 1]);
});

test('an improvement opens nothing', () => {
  expect(look({ commits: 100, levels: { a: step(50, -0.2) } })).toEqual({
    opened: [],
    changed: [],
  });
});

test('a change below the absolute limit of its rule opens nothing', () => {
  const levels = { a: step(50, 0.15) };
  const counts = [10, 25].map((floor) => look({ commits: 100, levels, floor }).opened.length);
  expect(counts).toEqual([1, 0]);
});

test('changes at two commits are two alerts', () => {
  const alerts = watch({ commits: 130, levels: { a: step(40, 0.15), b: step(90, 0.15) } }, 40);
  expect(alerts.map(({ series }) => series.map((one) => one.test))).toEqual([['a'], ['b']]);
});

test('when the level is back, the alert is fixed; when it rises once more, that is another one', () => {
  const back = { commits: 130, levels: { a: step(40, 0.15, 80) } };
  const [fixed, ...others] = watch(back, 40) as [Alert];
  expect(statesOf(fixed)).toEqual(['new', 'fixed']);
  expect(others).toEqual([]);
  const levels = { a: (place: number) => step(40, 0.15, 80)(place) + step(130, 0.15)(place) };
  const alerts = watch({ commits: 180, levels }, 40);
  expect(alerts.map(({ commit }) => commit)).toEqual([nameCommit(40), nameCommit(130)]);
  expect(alerts.map(statesOf)).toEqual([['new', 'fixed'], ['new']]);
});

test('what a person closed stays closed, and what they acknowledged can be fixed', () => {
  const levels = { a: step(40, 0.15, 80) };
  const [opened] = look({ commits: 70, levels }).opened;
  const known = { ...opened!, number: 1 };
  const by = (state: 'noise' | 'acknowledged') =>
    moveAlert(known, { state, by: 'ada', because: 'x', atMs: 1 });
  const [noise] = look({ commits: 130, levels }, [by('noise')]).changed;
  expect(statesOf(noise!)).toEqual(['new', 'noise']);
  const [fixed] = look({ commits: 130, levels }, [by('acknowledged')]).changed;
  expect(statesOf(fixed!)).toEqual(['new', 'acknowledged', 'fixed']);
});

test('an alert whose commits are older than the builds that are read stays open', () => {
  const levels = { a: step(40, 0.15) };
  const [opened] = look({ commits: 70, levels }).opened;
  const known = [{ ...opened!, number: 1 }];
  for (const since of [39, 60]) {
    expect(look({ commits: 160, levels, since }, known)).toEqual({ opened: [], changed: [] });
  }
});

test('the alert of a branch that was rewritten goes on at the commits that it has now', () => {
  const levels = { a: step(40, 0.15), b: step(40, 0.2) };
  const [opened] = look({ commits: 70, levels }).opened;
  const range = { after: 'old 39', upTo: 'old 40' };
  const rewritten: Alert = { ...opened!, number: 1, commit: 'old 40', range };
  const { changed, opened: more } = look({ commits: 72, levels }, [rewritten]);
  expect(more).toEqual([]);
  expect(changed).toMatchObject([{ number: 1, commit: 'old 40', range: { upTo: nameCommit(40) } }]);
  const closed = moveAlert(rewritten, { state: 'fixed', by: 'ada', because: 'x', atMs: 1 });
  const larger = { a: step(40, 0.25), b: step(40, 0.35) };
  for (const one of [
    look({ commits: 72, levels }, [closed]),
    look({ commits: 72, levels: larger }, [rewritten]),
    // Its commits may be older than those that are known.
    look({ commits: 72, levels, isCut: true }, [rewritten]),
  ]) {
    expect(one.opened).toHaveLength(1);
    expect(one.changed).toEqual([]);
  }
});

test('an alert that later builds do not show any more is noise', () => {
  const [opened] = look({ commits: 80, levels: { a: step(50, 0.15) } }).opened;
  const [changed] = look({ commits: 90, levels: { a: () => 0 } }, [
    { ...opened!, number: 1 },
  ]).changed;
  expect(statesOf(changed!)).toEqual(['new', 'noise']);
  const again = look({ commits: 90, levels: { a: step(50, 0.15) } }, [changed!]).changed;
  expect(statesOf(again[0]!)).toEqual(['new', 'noise', 'new']);
});

test('the alert of a push takes in the series that the history shows there', () => {
  const known: Alert = {
    ...{
      number: 3,
      repository: 'acme/sync',
      suite: 'sync',
      foundBy: 'push',
      commit: nameCommit(50),
    },
    range: { after: nameCommit(49), upTo: nameCommit(50) },
    series: [
      { test: 'a', span: 's', metric: 'latency', platform: 'p', annotations: {}, change: 0.1 },
    ],
    transitions: [{ state: 'acknowledged', by: 'ada', atMs: 1 }],
  };
  const levels = { a: step(50, 0.15), b: step(50, 0.2) };
  const { changed, opened } = look({ commits: 100, levels }, [known]);
  expect(opened).toEqual([]);
  expect(changed).toMatchObject([{ number: 3, range: known.range }]);
  expect(changed[0]!.series.map((one) => one.test)).toEqual(['b', 'a']);
  expect(changed[0]!.transitions).toEqual(known.transitions);
});

test('tips that other machines measured open nothing, and pairs on one machine do', () => {
  const levels = { a: step(50, 0.15) };
  const machineOf = (place: number): string => (place < 50 ? 'old kernel' : 'new kernel');
  const tips = { commits: 100, levels, isPaired: false };
  expect(look(tips).opened).toHaveLength(1);
  expect(look({ ...tips, machineOf }).opened).toEqual([]);
  expect(look({ commits: 100, levels, machineOf }).opened).toHaveLength(1);
});

test('what canaries show as well opens nothing, unless it is much more or within one run', () => {
  const canaries = ['arithmetic', 'memory', 'syscall'].map((canary) => ({ canary, change: 0.12 }));
  const alarms = [
    { at: 50, range: { after: 49, upTo: 50 }, canaries, number: 1, foundAt: 62, facts: [] },
  ];
  const tips = { commits: 100, isPaired: false, alarms };
  expect(look({ ...tips, levels: { a: step(50, 0.15) } }).opened).toEqual([]);
  expect(look({ ...tips, levels: { a: step(50, 0.6) } }).opened).toHaveLength(1);
  const paired = { ...tips, isPaired: true, levels: { a: step(50, 0.15) } };
  expect(look(paired).opened).toHaveLength(1);
});

const start = (...transitions: Omit<AlertTransition, 'atMs'>[]) => ({
  transitions: transitions.map((one, atMs) => ({ ...one, atMs })),
});
const stands: Finding = { kind: 'stands' };
const fixed: Finding = { kind: 'fixed', because: 'back' };
const noise: Finding = { kind: 'noise', because: 'not confirmed' };
const accepted: Finding = { kind: 'accepted', by: 'ada', because: 'worth it', accept: 'A1' };

test.each([
  ['measurements close what is open', start({ state: 'new' }), fixed, 'fixed'],
  ['also what a person acknowledged', start({ state: 'acknowledged', by: 'ada' }), fixed, 'fixed'],
  ['they open what they closed', start({ state: 'fixed' }), stands, 'new'],
  ['not what a person closed', start({ state: 'noise', by: 'ada' }), stands, 'noise'],
  ['nor do they close that otherwise', start({ state: 'noise', by: 'ada' }), fixed, 'noise'],
  ['an accept closes', start({ state: 'explained', by: 'eve' }), accepted, 'accepted'],
  [
    'and the alert is open again when it is revoked',
    start({ state: 'accepted', by: 'ada', accept: 'A1' }),
    stands,
    'new',
  ],
  ['what was noise may be accepted', start({ state: 'noise' }), accepted, 'accepted'],
  [
    'and what was accepted may be noise',
    start({ state: 'accepted', by: 'ada', accept: 'A1' }),
    noise,
    'noise',
  ],
])('%s', (_, alert, finding, state) => {
  expect(settleAlert(alert, finding, 9).transitions.at(-1)?.state).toBe(state);
});

test('what holds already is not noted again', () => {
  const alert = start({ state: 'new' });
  expect(settleAlert(alert, stands, 9)).toBe(alert);
  const closed = settleAlert(alert, fixed, 9);
  expect(settleAlert(closed, { kind: 'fixed', because: 'other words' }, 10)).toBe(closed);
  const said = moveAlert(alert, { state: 'noise', by: 'ada', because: 'x', atMs: 1 });
  expect(moveAlert(said, { state: 'noise', by: 'ada', because: 'x', atMs: 2 })).toBe(said);
  expect(moveAlert(said, { state: 'noise', by: 'eve', because: 'x', atMs: 2 })).not.toBe(said);
});

test('a history that is talked about a lot keeps its first and its newest states', () => {
  let alert = start({ state: 'new' });
  for (let i = 0; i < 300; i += 1) {
    alert = moveAlert(alert, { state: i % 2 === 0 ? 'fixed' : 'new', by: 'ada', atMs: 10 + i });
  }
  expect(alert.transitions).toHaveLength(100);
  expect([alert.transitions[0]?.atMs, alert.transitions.at(-1)?.atMs]).toEqual([0, 309]);
});
