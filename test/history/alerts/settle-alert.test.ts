import { expect, test } from 'vitest';
import type { AlertTransition } from '../../../src/contract/alerts.ts';
import { type Finding, moveAlert, settleAlert } from '../../../src/history/alerts/settle-alert.ts';

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
