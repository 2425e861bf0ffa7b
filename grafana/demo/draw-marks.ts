/** What the gate and the alerts of the shop in draw-history.ts say. */
import { machineSpan } from '../../src/contract/canaries.ts';
import type { Alert } from '../../src/contract/alerts.ts';
import type { GateEntry } from '../../src/contract/documents.ts';
import type { ControlNight } from '../../src/contract/gate-record.ts';
import type { LevelMark, Marks } from '../../src/store/series-store.ts';
import type { BuildPoints, StoredBuild } from '../../src/store/series-point.ts';
import { createRandom, type Random } from '../../src/stats/random.ts';
import { planted } from './draw-history.ts';

const spent = { pairs: 60, seconds: 840 };

export function drawMarks(builds: readonly BuildPoints[], seed: number): Required<Marks> {
  const random = createRandom(seed);
  const known = builds.map(({ build }) => build);
  const judged = known.map((build) => judge(build, random));
  const alerts = drawAlerts(builds);
  const levels = [...alerts.flatMap(listLevels), ...drawMachines(known)];
  return { judged, nights: drawNights(known, random), alerts, levels };
}

function judge(build: StoredBuild, random: Random): GateEntry {
  const drawn = random();
  const conclusion = drawn < 0.05 ? 'regressed' : drawn < 0.17 ? 'undecided' : 'passed';
  const isChecked = conclusion === 'regressed' || random() < 0.04;
  const confirmed = conclusion === 'regressed' ? 2 : 0;
  const { atMs, commit, runId, suite } = build;
  return {
    ...{ schema: 'perigee/gate-entry', version: 1, kind: 'judged', suite, commit, spent },
    at: new Date(atMs).toISOString(),
    run: runId,
    judged: {
      ...{ conclusion, isRed: conclusion === 'regressed', isWhole: true, isSameCode: false },
      ...{ blocking: 10, undecided: conclusion === 'undecided' ? 1 : 0, tests: [] },
      ...(isChecked ? { cleared: confirmed === 0 ? 1 : 0, confirmed } : {}),
    },
  };
}

/** One control for each day and suite; a few of them stay green. */
function drawNights(builds: readonly StoredBuild[], random: Random): ControlNight[] {
  const days = Map.groupBy(
    builds,
    ({ atMs, suite }) => `${suite} ${Math.floor(atMs / 86_400_000)}`,
  );
  return [...days.values()].flatMap(([first]) => {
    if (first === undefined) return [];
    const isProven = random() > 0.04;
    const night: ControlNight = {
      ...{ suite: first.suite, cost: 'cpu', by: 0.2, isProven, ...spent },
      at: new Date(first.atMs).toISOString(),
      ...{ asked: 2, found: isProven ? 2 : 1 },
      ...{ smallestFound: 0.19 + 0.02 * random(), smallestVisible: 0.06 + 0.04 * random() },
    };
    return [night];
  });
}

/** The step that draw-history.ts plants, found with the first build that has it, and acknowledged a day later. */
function drawAlerts(builds: readonly BuildPoints[]): Alert[] {
  const pushes = builds.filter(({ build, points }) => {
    return (
      build.branchKind === 'default' && points.some(({ test }) => test === planted.slower.test)
    );
  });
  const place = Math.ceil(planted.slower.from * pushes.length);
  const found = pushes[place];
  if (found === undefined) return [];
  const { atMs, baseline, commit, repository, suite } = found.build;
  const slower = found.points.filter(
    ({ repeat, side, test }) => test === planted.slower.test && side === 'after' && repeat === 0,
  );
  return [
    {
      ...{ number: 1, repository, suite, foundBy: 'history', commit },
      range: { after: baseline, upTo: commit },
      series: slower.map(({ annotations, platform, span, test }) => ({
        ...{ test, span, annotations, platform, metric: 'latency', change: planted.slower.by },
      })),
      transitions: [
        { state: 'new', atMs },
        {
          state: 'acknowledged',
          by: 'Ann',
          because: 'the new ranking',
          atMs: atMs + 86_400_000,
        },
      ],
    },
  ];
}

/** The same step as the levels show it, in the series that have it. */
function listLevels({ commit, range, series, suite, transitions }: Alert): LevelMark[] {
  return series.map(({ change, ...identity }, i) => ({
    ...{
      id: `series-${i + 1}`,
      suite,
      series: identity,
      commit,
      range,
      change,
      isWorse: true,
      confidence: 0.999,
    },
    atMs: transitions[0]?.atMs ?? 0,
  }));
}

/** The first build of each suite on the slower machines. */
function drawMachines(builds: readonly StoredBuild[]): LevelMark[] {
  const pushes = builds.filter(({ branchKind }) => branchKind === 'default');
  return [...Map.groupBy(pushes, ({ suite }) => suite)].flatMap(([suite, own]) => {
    const build = own[Math.ceil(planted.machines.from * own.length)];
    if (build === undefined) return [];
    const { atMs, baseline, commit } = build;
    const annotations = { cpu: 'Example CPU @ 2.5GHz', cores: 4 };
    const change = planted.machines.by;
    return [
      {
        ...{ id: '', suite, commit, atMs, change, isWorse: true },
        range: { after: baseline, upTo: commit },
        series: { ...machineSpan, annotations, platform: 'linux-x64', metric: 'cpu.integer' },
        text: 'the machine changed: integer CPU +30.0%',
      },
    ];
  });
}
