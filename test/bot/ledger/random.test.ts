import { expect, test } from 'vitest';
import type { RunKey } from '../../../bot/src/ledger/ledger.ts';
import { subjectKey } from '../../../bot/src/subject.ts';
import { createRandom } from '../../../src/stats/random.ts';
import { makeSeries, makeVerdict } from '../../report/fixtures/make-verdict.ts';
import { LedgerModel, numberOf } from './ledger-model.ts';
import {
  dayMs,
  makeAccept,
  makeLedgerFile,
  makePullRequest,
  noonMs,
  openTestLedger,
} from './open-test-ledger.ts';

const seed = 20_261_121;
const steps = 400;

test('after any history two connections and a reopened file say what a plain model says', () => {
  console.log(`seed ${seed}`);
  const random = createRandom(seed);
  const draw = (below: number): number => Math.floor(random() * below);
  const file = makeLedgerFile();
  const model = new LedgerModel();
  let ledgers = [openTestLedger(file), openTestLedger(file)];
  /** One suite is measured by GitHub, the other by Buildkite. */
  const drawKey = (runs: number): RunKey => {
    const [ci, run] = [draw(2), draw(runs)];
    const runId = ci === 0 ? String(run) : `acme/sync/${run}`;
    return { repositoryId: 42, suite: `suite ${ci}`, runId };
  };
  const actions: ((nowMs: number) => void)[] = [
    (nowMs) => {
      const until = ['2026-11-21', '2026-11-25', undefined][draw(3)];
      const words = { repositoryId: 42 + draw(2), atMs: nowMs, by: `user ${draw(5)}` };
      const accept = makeAccept({ ...words, ...(until === undefined ? {} : { until }) });
      expect(ledger().addAccept(accept)).toEqual(model.addAccept(accept));
    },
    (nowMs) => {
      const args = [42 + draw(2), `A${draw(30)}`, 'ada', nowMs] as const;
      expect(ledger().takeBackAccept(...args)).toBe(model.takeBackAccept(...args));
    },
    (nowMs) => {
      const key = drawKey(8);
      const series = [makeSeries({ ratio: 1 + draw(9) / 10 })];
      const verdict = { attempt: 1 + draw(3), shards: [draw(4)], verdict: makeVerdict(series) };
      ledger().keepVerdict(key, 'a', verdict, nowMs);
      model.keepVerdict(key, 'a', verdict);
      expect(ledger().readVerdicts(key)).toEqual(model.readVerdicts(key));
    },
    (nowMs) => {
      const key = drawKey(30);
      const commit = `commit ${numberOf(key) % 7}`;
      const alarms = ['x', 'y', 'z'].filter(() => draw(2) === 1);
      const outcome = { red: draw(2) === 1, cleared: alarms, confirmed: ['w'].slice(draw(2)) };
      ledger().noteOutcome(key, commit, outcome, nowMs);
      model.noteOutcome({ ...key, commit, ...outcome, atMs: nowMs });
    },
    (nowMs) => {
      const args = [makePullRequest(draw(5)), `head ${draw(3)}`, nowMs] as const;
      expect(ledger().noteHead(...args)).toEqual(model.noteHead(...args));
    },
    (nowMs) => {
      const args = [makePullRequest(draw(5)), nowMs + draw(dayMs)] as const;
      ledger().scheduleLook(...args);
      model.scheduleLook(...args);
    },
  ];
  const ledger = () => ledgers[draw(2)]!;

  for (let step = 0; step < steps; step += 1) {
    const nowMs = noonMs + step * 20 * 60_000;
    actions[draw(actions.length)]!(nowMs);
    const since = nowMs - draw(3 * dayMs);
    expect(ledger().listAccepts(42, nowMs)).toEqual(model.listAccepts(42, nowMs));
    expect(ledger().readStatistics(42, since)).toEqual(model.readStatistics(42, since));
    expect(ledger().listDue(nowMs).map(subjectKey).sort()).toEqual(model.listDue(nowMs));
    if (draw(80) > 0) continue;
    for (const one of ledgers) one.close();
    ledgers = [openTestLedger(file), openTestLedger(file)];
  }
  expect(model.accepts.length).toBeGreaterThan(20);
  expect(model.outcomes.length).toBeGreaterThan(20);
});
