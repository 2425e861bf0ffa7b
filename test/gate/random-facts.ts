/** Random facts of a run, and a second, slow way to say what stands after it. */
import type { SeriesVerdict, State } from '../../src/contract/documents.ts';
import { seriesKey } from '../../src/contract/series-key.ts';
import type { GateSettings } from '../../src/contract/gate.ts';
import type { Random } from '../../src/stats/random.ts';
import type { Accept } from '../../src/gate/accept.ts';
import type { ConfirmationState } from '../../src/gate/run-history.ts';
import type { MeasuredAttempt } from '../../src/gate/run-history.ts';
import type { GateFacts } from '../../src/gate/gate-facts.ts';
import {
  accept,
  broken,
  makeAttempt,
  makeFacts,
  makeRun,
  nowMs,
  passing,
  series,
  withGate,
} from './make-facts.ts';

export function draw<T>(random: Random, choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(random() * choices.length)] ?? choices[0];
}

const tests = ['a', 'b', 'c'] as const;
const metrics = ['latency', 'memory.peak'] as const;
const ratios = [1.1, 1.12, 1.2, 1.5] as const;
const states: [State, ...State[]] = [
  ...(['regressed', 'regressed', 'regressed', 'not-regressed', 'undecided', 'improved'] as const),
];

export function drawFacts(random: Random): GateFacts {
  const count = 1 + Math.floor(random() * 5);
  // In some, little goes wrong, or nothing would ever be green.
  const calmness = random();
  const warns = random() < 0.3;
  const attempts: MeasuredAttempt[] = [];
  while (attempts.length < count) attempts.push(drawAttempt(random, attempts, { calmness, warns }));
  const last = attempts.at(-1)?.attempt ?? 1;
  const run = makeRun({
    attempt: last + (random() < 0.2 ? 1 : 0),
    status: draw(random, ['completed', 'completed', 'completed', 'in-progress', 'queued']),
  });
  const asked = drawConfirmation(random, run.attempt);
  return makeFacts(attempts, {
    run,
    accepts: drawAccepts(random, attempts),
    configuration: withGate({
      confirm: random() < 0.8,
      whenUndecided: draw(random, ['pass', 'block']),
      whenBusy: draw(random, ['undecided', 'pass']),
      whenNotSeen: draw<GateSettings['whenNotSeen']>(random, [{}, { note: 0 }, { block: 0.4 }]),
      whenSuiteChanged: draw(random, ['note', 'block']),
      whenMissing: draw(random, ['pass', 'block']),
    }),
    ...(asked === undefined ? {} : { confirmation: asked }),
  });
}

/** What was not measured anew is there as the attempt before had it. */
function drawAttempt(
  random: Random,
  earlier: readonly MeasuredAttempt[],
  { calmness, warns }: { calmness: number; warns: boolean },
): MeasuredAttempt {
  const last = earlier.at(-1)?.verdict;
  const anew = [0, 1, 2].filter(() => last === undefined || random() < 0.6);
  const measured = new Set(tests.filter((_, shard) => anew.includes(shard)));
  const isOld = (name: string) => !tests.some((one) => one === name && measured.has(one));
  const all = [...measured].flatMap((test) =>
    metrics.flatMap((metric) => {
      if (random() < 0.05) return [];
      const state = random() < calmness ? 'not-regressed' : draw(random, states);
      const rule =
        warns && metric === 'memory.peak'
          ? { blocking: false, threshold: { action: 'warn' as const } }
          : {};
      return [series(state, { test, metric, ratio: draw(random, ratios), ...rule })];
    }),
  );
  const outcomes = [...measured].map((name) =>
    random() < calmness + 0.1 ? passing(name) : broken(name),
  );
  const old = last?.series.filter(({ test }) => isOld(test)) ?? [];
  const oldOutcomes = last?.tests.filter(({ name }) => isOld(name)) ?? [];
  return makeAttempt(earlier.length + 1, [...all, ...old], {
    anew,
    tests: [...outcomes, ...oldOutcomes],
  });
}

function drawConfirmation(random: Random, attempt: number): ConfirmationState | undefined {
  const kind = draw(random, ['none', 'refused', 'requested', 'requested'] as const);
  if (kind === 'none') return undefined;
  if (kind === 'refused') return { kind, why: 'no permission' };
  return {
    kind,
    atMs: nowMs - Math.floor(random() * 3_600_000),
    afterAttempt: Math.max(1, attempt - Math.floor(random() * 3)),
    shards: [0, 1, 2].filter(() => random() < 0.5),
  };
}

function drawAccepts(random: Random, attempts: readonly MeasuredAttempt[]): Accept[] {
  const all = attempts.flatMap(({ verdict }) => verdict.series);
  const regressed = all.filter(({ state }) => state === 'regressed');
  return regressed
    .filter(() => random() < 0.3)
    .map(({ test, metric }, i) =>
      accept(series('regressed', { test, metric, ratio: draw(random, ratios) }), {
        id: `A${i}`,
        atMs: Math.floor(random() * 3),
        number: draw(random, [7, 7, 7, 8]),
        ...(random() < 0.3
          ? { until: draw(random, ['2026-11-20', '2026-11-21', '2026-11-25']) }
          : {}),
      }),
    );
}

/** The series that block or may yet, by key, counted anew from the words of the attempts. */
export function listStanding({ attempts, accepts, configuration, shardOf }: GateFacts): string[] {
  const needed = configuration.kind === 'valid' && configuration.gate.confirm ? 2 : 1;
  const keys = new Set(attempts.flatMap(({ verdict }) => verdict.series.map(seriesKey)));
  return [...keys].filter((key) => {
    const words: SeriesVerdict[] = [];
    for (const { shards, verdict } of attempts) {
      const one = verdict.series.find((other) => seriesKey(other) === key);
      const shard = one && shardOf.get(one.test);
      if (one !== undefined && shard !== undefined && shards.includes(shard)) words.push(one);
    }
    const bad = words.filter((one) => one.state === 'regressed' && !isTaken(one, key, accepts));
    const good = words.length - bad.length;
    if (bad.length === 0 || bad[0]?.threshold.action === 'warn') return false;
    if (needed === 1) return bad.length >= good;
    return good === 0 || (bad.length >= needed && bad.length > good);
  });
}

function isTaken({ evidence }: SeriesVerdict, key: string, accepts: readonly Accept[]): boolean {
  return accepts.some(({ number, until, series: covered }) => {
    if (number !== 7 || until === '2026-11-20') return false;
    return covered.some((one) => one.key === key && (evidence.change ?? 9) <= (one.upper ?? 0));
  });
}
