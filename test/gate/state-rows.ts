/** The states of docs/gate.md: the facts of each, and what every kind of subject is told. */
import { heldRows, type StateRow } from './held-rows.ts';
import type { GateFacts } from '../../src/gate/gate-facts.ts';
import {
  accept,
  broken,
  makeAttempt,
  makeFacts,
  makeRun,
  minuteMs,
  nowMs,
  passing,
  series,
  withGate,
} from './make-facts.ts';

const calm = [makeAttempt(1, [series('not-regressed')])];
export const red = series('regressed');
export const twiceRed = [makeAttempt(1, [red]), makeAttempt(2, [red], { anew: [0] })];
const onceRed = [makeAttempt(1, [red])];
const undecided = [makeAttempt(1, [series('undecided')])];
const busy = [
  makeAttempt(1, [series('undecided'), series('not-regressed', { metric: 'cpu.total' })], {
    problems: [{ code: 'machine-busy', message: 'busy' }],
  }),
];
const fresh = [makeAttempt(1, [series('no-baseline')], { conclusion: 'undecided' })];
const missing = [
  makeAttempt(1, [series('not-regressed')], {
    anew: [0, 1],
    shards: { total: 3, received: [0, 1], missing: [2] },
  }),
];
const twiceBroken = [
  makeAttempt(1, [], { tests: [broken('a')] }),
  makeAttempt(2, [], { tests: [broken('a')], anew: [0] }),
];
const brings: GateFacts['configuration'] = { kind: 'none', brings: true };
const invalid = { kind: 'invalid', error: 'perigee.yml:1:1: no', mends: false } as const;
const late = { headSinceMs: nowMs - 16 * minuteMs };
const failed = makeRun({ conclusion: 'failure' });
const block = withGate({ whenUndecided: 'block' });
const held = withGate({ whenSuiteChanged: 'block' });
const pass = withGate({ whenMissing: 'pass' });

export const rows: StateRow[] = [
  ['a closed one', makeFacts(twiceRed, { isOpen: false }), 'left-alone', 'none', 'none', 'none'],
  [
    'one without any perigee.yml',
    makeFacts(twiceRed, { configuration: { kind: 'none', brings: false } }),
    ...(['not-set-up', 'none', 'none', 'none'] as const),
  ],
  [
    'a base that cannot be read',
    makeFacts(calm, { configuration: invalid }),
    ...(['configuration-invalid', 'action_required', 'action_required', 'neutral'] as const),
  ],
  [
    'a base that cannot be read, and is mended',
    makeFacts(twiceRed, { configuration: { ...invalid, mends: true } }),
    ...(['configuration-invalid', 'neutral', 'neutral', 'neutral'] as const),
  ],
  [
    'a change of nothing that counts',
    makeFacts(twiceRed, { isRelevant: false }),
    ...(['not-relevant', 'neutral', 'neutral', 'none'] as const),
  ],
  [
    'a change that touches nothing that tests read',
    makeFacts([], { untouchedTests: 3 }),
    ...(['untouched', 'success', 'success', 'none'] as const),
  ],
  [
    'the same, that was measured all the same',
    makeFacts(twiceRed, { untouchedTests: 3 }),
    ...(['regressed', 'failure', 'failure', 'failure'] as const),
  ],
  [
    'no run, in time',
    withoutRun(makeFacts()),
    ...(['waiting', 'queued', 'queued', 'none'] as const),
  ],
  [
    'no run, too late',
    withoutRun(makeFacts([], late)),
    ...(['no-run', 'action_required', 'action_required', 'none'] as const),
  ],
  [
    'no run, too late, and open then',
    withoutRun(makeFacts([], { ...late, configuration: pass })),
    ...(['no-run', 'neutral', 'neutral', 'none'] as const),
  ],
  [
    'no run, too late, for a configuration that is not merged yet',
    withoutRun(makeFacts([], { ...late, configuration: brings })),
    ...(['no-run', 'neutral', 'neutral', 'none'] as const),
  ],
  [
    'a skipped run, in time',
    makeFacts([], { run: makeRun({ conclusion: 'skipped' }) }),
    ...(['waiting', 'queued', 'queued', 'none'] as const),
  ],
  [
    'a skipped run, too late',
    makeFacts([], { ...late, run: makeRun({ conclusion: 'skipped' }) }),
    ...(['run-failed', 'action_required', 'action_required', 'neutral'] as const),
  ],
  [
    'a run that waits for approval, in time',
    makeFacts([], { run: makeRun({ conclusion: 'action_required' }) }),
    ...(['waiting', 'queued', 'queued', 'none'] as const),
  ],
  [
    'a run that waits for approval, too late',
    makeFacts([], { ...late, run: makeRun({ conclusion: 'action_required' }) }),
    ...(['no-run', 'action_required', 'action_required', 'none'] as const),
  ],
  [
    'a run in the queue',
    makeFacts([], { run: makeRun({ status: 'queued' }) }),
    ...(['measuring', 'queued', 'queued', 'queued'] as const),
  ],
  [
    'a run at work, however late',
    makeFacts([], { ...late, run: makeRun({ status: 'in-progress' }) }),
    ...(['measuring', 'in_progress', 'in_progress', 'in_progress'] as const),
  ],
  [
    'a failed run',
    makeFacts([], { run: failed, refusals: ['forged'] }),
    ...(['run-failed', 'action_required', 'action_required', 'neutral'] as const),
  ],
  [
    'a cancelled run, and open then',
    makeFacts([], { run: makeRun({ conclusion: 'cancelled' }), configuration: pass }),
    ...(['run-failed', 'neutral', 'neutral', 'neutral'] as const),
  ],
  [
    'an alarm',
    makeFacts(onceRed),
    ...(['confirming', 'in_progress', 'in_progress', 'in_progress'] as const),
  ],
  ['a clean change', makeFacts(calm), 'passed', 'success', 'success', 'success'],
  [
    'a confirmed regression',
    makeFacts(twiceRed),
    ...(['regressed', 'failure', 'failure', 'failure'] as const),
  ],
  [
    'a confirmed broken test',
    makeFacts(twiceBroken),
    ...(['regressed', 'failure', 'failure', 'failure'] as const),
  ],
  [
    'a regression where nothing is confirmed',
    makeFacts(onceRed, { configuration: withGate({ confirm: false }) }),
    ...(['regressed', 'failure', 'failure', 'failure'] as const),
  ],
  [
    'a regression by thresholds that are not merged yet',
    makeFacts(onceRed, { configuration: brings }),
    ...(['regressed', 'neutral', 'neutral', 'neutral'] as const),
  ],
  [
    'an accepted regression',
    makeFacts(twiceRed, { accepts: [accept(red)] }),
    ...(['accepted', 'success', 'success', 'success'] as const),
  ],
  [
    'a warning',
    makeFacts([makeAttempt(1, [warning('regressed')])]),
    ...(['passed', 'success', 'success', 'success'] as const),
  ],
  ['undecided', makeFacts(undecided), 'undecided', 'neutral', 'neutral', 'neutral'],
  [
    'only time is open, on a busy machine',
    makeFacts(busy),
    'busy',
    'neutral',
    'neutral',
    'neutral',
  ],
  [
    'only time is open, and undecided is closed',
    makeFacts(busy, { configuration: block }),
    ...(['busy', 'action_required', 'action_required', 'neutral'] as const),
  ],
  [
    'only time is open, and that passes',
    makeFacts(busy, { configuration: withGate({ whenBusy: 'pass', whenUndecided: 'block' }) }),
    ...(['busy', 'success', 'success', 'success'] as const),
  ],
  [
    'undecided, and closed then',
    makeFacts(undecided, { configuration: block }),
    ...(['undecided', 'action_required', 'action_required', 'neutral'] as const),
  ],
  [
    'undecided where the rule only warns',
    makeFacts([makeAttempt(1, [warning('undecided')])], { configuration: block }),
    ...(['passed', 'success', 'success', 'success'] as const),
  ],
  ['no baseline', makeFacts(fresh), 'no-baseline', 'neutral', 'neutral', 'neutral'],
  [
    'no baseline, and closed then',
    makeFacts(fresh, { configuration: block }),
    ...(['no-baseline', 'action_required', 'action_required', 'neutral'] as const),
  ],
  [
    'other tests or commands, which a person has to look at',
    makeFacts(calm, { changesSuite: true, configuration: held }),
    ...(['suite-changed', 'action_required', 'action_required', 'neutral'] as const),
  ],
  ...heldRows,
  [
    'other tests or commands, and a regression',
    makeFacts(twiceRed, { changesSuite: true, configuration: held }),
    ...(['regressed', 'failure', 'failure', 'failure'] as const),
  ],
  [
    'other tests or commands, which are only noted',
    makeFacts(calm, { changesSuite: true }),
    ...(['passed', 'success', 'success', 'success'] as const),
  ],
  [
    'missing shards',
    makeFacts(missing),
    ...(['incomplete', 'action_required', 'action_required', 'neutral'] as const),
  ],
  [
    'missing shards, and open then',
    makeFacts(missing, { configuration: pass }),
    ...(['incomplete', 'neutral', 'neutral', 'neutral'] as const),
  ],
  [
    'nothing measured',
    makeFacts([makeAttempt(1, [], { tests: [passing('a')] })]),
    ...(['incomplete', 'action_required', 'action_required', 'neutral'] as const),
  ],
];

export function withoutRun(facts: GateFacts): GateFacts {
  const rest = { ...facts };
  delete rest.run;
  return rest;
}

function warning(state: 'regressed' | 'undecided') {
  return series(state, { blocking: false, threshold: { action: 'warn' } });
}
