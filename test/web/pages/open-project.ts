/** The project of bench/replay.ts behind the dashboard, with what a bot and a stranger wrote, over either store. */
import { regressions } from '../../../bench/replay/draw-project.ts';
import { openLedger } from '../../../bot/src/ledger/open-ledger.ts';
import type { BuildPage, SeriesPage } from '../../../src/web/api/answers.ts';
import { linkTo } from '../../../src/web/api/page-addresses.ts';
import type { InfluxSettings } from '../../../src/store/influx/transport.ts';
import { dayMs, makeControl, makeJudged, startMs } from '../../gate/record/make-entries.ts';
import { makePoint, makeStoredBuild } from '../../store/make-build.ts';
import {
  commitAt,
  makeProject,
  nameSeriesAt,
  repository,
  slowPull,
  suite,
} from './make-project.ts';
import { type Dashboard, openDashboard, untilComputed } from './open-dashboard.ts';

const encoded = encodeURIComponent(repository);
export const strangers = 'strange/<img src=x onerror=alert(1)>';
const hostileName = '<img src=x onerror=alert(1)>"\'&\u202e';

export interface Project {
  dashboard: Dashboard;
  /** The first series of the project: its level rises at place 120, and pull request 144 makes it slower still. */
  id: string;
  /** The run of that pull request. */
  runId: string;
}

/** Every page, by its name. */
export const pages: Readonly<Record<string, (of: Pick<Project, 'id' | 'runId'>) => string>> = {
  repositories: () => linkTo.home(),
  overview: () => linkTo.overview(repository),
  series: () => linkTo.series(repository),
  'one series': ({ id, runId }) => linkTo.oneSeries(repository, id, { run: runId }),
  builds: () => linkTo.builds(repository),
  build: ({ runId }) => linkTo.build(repository, { suite, runId }),
  comparison: () => linkTo.compare(repository, { before: 'release/1.0', after: 'release/2.0' }),
  budgets: () => linkTo.budgets(repository),
  machines: () => linkTo.machines(repository),
  gate: () => linkTo.gate(repository),
  'no page': () => '/nothing',
};

/** Resolves when every series is worked out. @param bucket an empty one, instead of a file */
export async function openProject(bucket?: InfluxSettings): Promise<Project> {
  const hostile = {
    build: makeStoredBuild(1, { repository: strangers, author: '<script>alert(2)</script>' }),
    points: [
      makePoint({ test: hostileName, span: hostileName, annotations: { [hostileName]: 1 } }),
    ],
  };
  const setup = { fillLedger, ...(bucket === undefined ? {} : { bucket }) };
  const dashboard = await openDashboard([...makeProject(1), hostile], setup);
  await untilComputed(dashboard, repository);
  const query = 'test=upload&platform=linux-x64&metric=latency&text=num_files=10';
  const found = await dashboard.read<SeriesPage>(`/repositories/${encoded}/series?${query}`);
  const id = found.series.find(({ annotations }) => annotations['num_files'] === 10)?.id ?? '';
  const pulls = await dashboard.read<BuildPage>(
    `/repositories/${encoded}/builds?pullRequest=${slowPull}`,
  );
  const runId = pulls.builds[0]?.runId ?? '';
  return { dashboard, id, runId };
}

const nowMs = Date.now();

/** What the bot keeps of a gate that judged two builds of today, one of them red, after a control that stayed green. */
function fillLedger(file: string): void {
  const ledger = openLedger(file);
  const today = (nowMs - startMs) / dayMs;
  const subject = { installation: 1, owner: 'acme', name: 'sync', id: 7 };
  const push = { kind: 'push', repository: subject, commit: 'a'.repeat(40) } as const;
  ledger.noteHead(push, push.commit, nowMs);
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
    ledger.noteOutcome(key, entry.commit, { red: isRed, cleared: [], confirmed, entry }, nowMs);
  }
  ledger.noteControl(7, makeControl(today - 0.2, { isProven: false }));
  ledger.openAlert({
    ...{ repository, suite, foundBy: 'history', commit: commitAt(regressions[0].at) },
    range: { after: commitAt(119), upTo: commitAt(120), commits: 1 },
    series: [{ ...nameSeriesAt(0), change: 0.15 }],
    transitions: [{ state: 'new', atMs: nowMs }],
  });
  ledger.close();
}
