/** The states of docs/gate.md: the facts of each, and what every kind of subject is told. */
import type { GateFacts } from '../../src/gate/gate-facts.ts';
import {
  accept,
  broken,
  makeAttempt,
  makeFacts as facts,
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
const of = (configuration: GateFacts['configuration']) => ({ configuration });
const when = (...gate: Parameters<typeof withGate>) => of(withGate(...gate));
const brings = of({ kind: 'none', brings: true });
const invalid = of({ kind: 'invalid', error: 'perigee.yml:1:1: no', mends: false });
const mended = of({ kind: 'invalid', error: 'perigee.yml:1:1: no', mends: true });
const late = { headSinceMs: nowMs - 16 * minuteMs };
const failed = makeRun({ conclusion: 'failure' });
const block = when({ whenUndecided: 'block' });
const held = when({ whenSuiteChanged: 'block' });
const pass = when({ whenMissing: 'pass' });

const steady = series('not-regressed');
/** The interval of its change begins above zero. */
const creeping = series('not-regressed', { ratio: 1.03 });
const overBudget = [steady];

const notSeen = { ...series('not-regressed', { metric: 'cpu.total' }), seen: false };
const unseen = [makeAttempt(1, [steady, notSeen])];

/** State, and what a pull request, a merge group and a push are told, to the facts that lead there. */
const states: Readonly<Record<string, Readonly<Record<string, GateFacts>>>> = {
  'left-alone none none none': {
    'a closed one': facts(twiceRed, { isOpen: false }),
  },
  'not-set-up none none none': {
    'one without any perigee.yml': facts(twiceRed, {
      configuration: { kind: 'none', brings: false },
    }),
  },
  'configuration-invalid action_required action_required neutral': {
    'a base that cannot be read': facts(calm, invalid),
  },
  'configuration-invalid neutral neutral neutral': {
    'a base that cannot be read, and is mended': facts(twiceRed, mended),
  },
  'not-relevant neutral neutral none': {
    'a change of nothing that counts': facts(twiceRed, { isRelevant: false }),
  },
  'untouched success success none': {
    'a change that touches nothing that tests read': facts([], { untouchedTests: 3 }),
  },
  'regressed failure failure failure': {
    'the same, that was measured all the same': facts(twiceRed, { untouchedTests: 3 }),
    'a confirmed regression': facts(twiceRed),
    'a confirmed broken test': facts(twiceBroken),
    'a regression where nothing is confirmed': facts(onceRed, when({ confirm: false })),
    'a series over its budget, and a regression': facts(twiceRed, { overBudget }),
    'a series not seen beside a regression': facts(
      [makeAttempt(1, [red, notSeen]), makeAttempt(2, [red, notSeen])],
      when({ whenNotSeen: { block: 0 } }),
    ),
    'other tests or commands, and a regression': facts(twiceRed, { changesSuite: true, ...held }),
  },
  'waiting queued queued none': {
    'no run, in time': withoutRun(facts()),
    'a skipped run, in time': facts([], { run: makeRun({ conclusion: 'skipped' }) }),
    'a run that waits for approval, in time': facts([], {
      run: makeRun({ conclusion: 'action_required' }),
    }),
  },
  'no-run action_required action_required none': {
    'no run, too late': withoutRun(facts([], late)),
    'a run that waits for approval, too late': facts([], {
      ...late,
      run: makeRun({ conclusion: 'action_required' }),
    }),
  },
  'no-run neutral neutral none': {
    'no run, too late, and open then': withoutRun(facts([], { ...late, ...pass })),
    'no run, too late, for a configuration that is not merged yet': withoutRun(
      facts([], { ...late, ...brings }),
    ),
  },
  'run-failed action_required action_required neutral': {
    'a skipped run, too late': facts([], { ...late, run: makeRun({ conclusion: 'skipped' }) }),
    'a failed run': facts([], { run: failed, refusals: ['forged'] }),
  },
  'measuring queued queued queued': {
    'a run in the queue': facts([], { run: makeRun({ status: 'queued' }) }),
  },
  'measuring in_progress in_progress in_progress': {
    'a run at work, however late': facts([], { ...late, run: makeRun({ status: 'in-progress' }) }),
  },
  'run-failed neutral neutral neutral': {
    'a cancelled run, and open then': facts([], {
      run: makeRun({ conclusion: 'cancelled' }),
      ...pass,
    }),
  },
  'confirming in_progress in_progress in_progress': {
    'an alarm': facts(onceRed),
  },
  'passed success success success': {
    'a clean change': facts(calm),
    'a warning': facts([makeAttempt(1, [warning('regressed')])]),
    'undecided where the rule only warns': facts([makeAttempt(1, [warning('undecided')])], block),
    'a series over its budget that is as it was': facts([makeAttempt(1, [steady])], { overBudget }),
    'one of two series not seen, which passes': facts(
      unseen,
      when({ whenNotSeen: { note: 0, block: 0.5 } }),
    ),
    'other tests or commands, which are only noted': facts(calm, { changesSuite: true }),
  },
  'regressed neutral neutral neutral': {
    'a regression by thresholds that are not merged yet': facts(onceRed, brings),
  },
  'accepted success success success': {
    'an accepted regression': facts(twiceRed, { accepts: [accept(red)] }),
  },
  'undecided neutral neutral neutral': {
    undecided: facts(undecided),
  },
  'busy neutral neutral neutral': {
    'only time is open, on a busy machine': facts(busy),
  },
  'busy action_required action_required neutral': {
    'only time is open, and undecided is closed': facts(busy, block),
  },
  'busy success success success': {
    'only time is open, and that passes': facts(
      busy,
      when({ whenBusy: 'pass', whenUndecided: 'block' }),
    ),
  },
  'undecided action_required action_required neutral': {
    'undecided, and closed then': facts(undecided, block),
  },
  'no-baseline neutral neutral neutral': {
    'no baseline': facts(fresh),
  },
  'no-baseline action_required action_required neutral': {
    'no baseline, and closed then': facts(fresh, block),
  },
  'suite-changed action_required action_required neutral': {
    'other tests or commands, which a person has to look at': facts(calm, {
      changesSuite: true,
      ...held,
    }),
  },
  'over-budget action_required action_required neutral': {
    'a series over its budget that gets worse, within its threshold': facts(
      [makeAttempt(1, [creeping])],
      { overBudget },
    ),
  },
  'not-seen action_required action_required neutral': {
    'one of two series not seen, where fewer than half may be': facts(
      unseen,
      when({ whenNotSeen: { block: 0.4 } }),
    ),
  },
  'incomplete action_required action_required neutral': {
    'missing shards': facts(missing),
    'nothing measured': facts([makeAttempt(1, [], { tests: [passing('a')] })]),
  },
  'incomplete neutral neutral neutral': {
    'missing shards, and open then': facts(missing, pass),
  },
};

/** Title, facts and what they lead to. */
export const rows = Object.entries(states).flatMap(([told, cases]) =>
  Object.entries(cases).map(([title, all]) => [title, all, told] as const),
);

export function withoutRun(all: GateFacts): GateFacts {
  const rest = { ...all };
  delete rest.run;
  return rest;
}

function warning(state: 'regressed' | 'undecided') {
  return series(state, { blocking: false, threshold: { action: 'warn' } });
}
