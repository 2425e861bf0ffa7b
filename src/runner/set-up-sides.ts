import { formatMinute } from '../contract/format-time.ts';
import { join } from 'node:path';
import { countBuilds } from '../contract/builds.ts';
import type { Problem, RunRecord, Side } from '../contract/documents.ts';
import type { Leftovers } from '../contract/process-hold.ts';
import { isAlone, sidesOf } from '../contract/sides.ts';
import { type BuildOfSide, checkoutOf } from './bench.ts';
import { type KeptBuilds, setUpOrRestore, type SideState } from './builds/set-up-or-restore.ts';
import type { RunLogs } from './journal/run-logs.ts';
import { systemClock } from './run-request.ts';
import { environmentOf, seenAt, type RunUnderWay, type StoppablePorts } from './run-under-way.ts';
import type { SetupObserving } from './inputs/observe-setup.ts';
import { readGit } from './revisions/repository.ts';
import { describeLeftovers } from './setup/end-leftovers.ts';
import type { SideSetup } from './setup/set-up-side.ts';
import type { Worktrees } from './worktrees/add-worktrees.ts';
import { compareAfterTests, compareWithCommits } from './worktrees/compare-with-commits.ts';
import { provideSdkInside } from './view/open-views.ts';
import type { SideViews } from './view/side-views.ts';
import type { SideWatch } from './worktrees/watch-sides.ts';

/**
 * Sets each build of each side up.
 * @returns false when the signal stopped it
 */
export async function setUpSides(
  run: RunUnderWay,
  worktrees: Worktrees,
  ports: StoppablePorts,
  logs: RunLogs,
  sideWatch: SideWatch | undefined,
  observing: SetupObserving | undefined,
  views?: SideViews,
): Promise<boolean> {
  const { plan } = run.record;
  const builds = countBuilds(plan);
  const problems: Problem[] = [];
  const { elapsedMs } = ports.clock ?? systemClock;
  const beganMs = elapsedMs();
  let done = 0;
  const findLeft = (): { leftMs?: number } => {
    const left = builds * sidesOf(plan).length - done;
    return done === 0 ? {} : { leftMs: (left * (elapsedMs() - beganMs)) / done };
  };
  for (const side of sidesOf(plan)) {
    for (let build = 0; build < builds; build += 1) {
      const setup = {
        ...describeSetup(run, worktrees, ports, { side, build, ...findLeft() }),
        ...observing?.follow({ side, build }),
        ...enterView(views, checkoutOf({ checkouts: worktrees }, { side, build })),
      };
      const setUp = async (): Promise<SideState> => {
        const kept = keptBuildsOf(run, side);
        const findOutside = () => views?.findInstalled(setup.directory);
        const state = await setUpOrRestore(setup, kept && { ...kept, findOutside });
        if (views !== undefined) await provideSdkInside(run, views, side, setup.directory);
        return state;
      };
      const watched = () => sideWatch?.watchSetup(side, setUp) ?? setUp();
      const isEmpty = setup.commands.length === 0;
      const state = await (isEmpty ? watched() : logs.keepSetup(setup.logFile, watched));
      if (state.kind === 'interrupted') return false;
      problems.push(...describeSideState(side, state));
      done += 1;
    }
  }
  run.record.problems.push(...withoutRepeats(problems));
  return true;
}

function enterView(views: SideViews | undefined, checkout: string): Pick<SideSetup, 'enter'> {
  return views === undefined ? {} : { enter: views.keeping(checkout).enter };
}

function describeSetup(
  { record, repository, request, runDirectory }: RunUnderWay,
  worktrees: Worktrees,
  { hold, onProgress, signal }: StoppablePorts,
  where: BuildOfSide & { leftMs?: number },
): SideSetup {
  const { build, leftMs, side } = where;
  const { suite } = request;
  const directory = checkoutOf({ checkouts: worktrees }, where);
  const builds = countBuilds(record.plan);
  const name = builds === 1 ? side : `${side}-${build + 1}`;
  const logFile = join(runDirectory, 'logs', `setup-${name}.log`);
  const number = builds === 1 ? {} : { build: { number: build + 1, of: builds } };
  return {
    side,
    label: record[side].label,
    directory,
    restart: async () => {
      for (const command of [
        ['reset', '--hard', '--quiet'],
        ['clean', '-ffdxq'],
      ])
        await readGit(repository, ['-C', directory, ...command]);
    },
    commands: suite.setup,
    timeoutMs: suite.setupTimeoutMs,
    environment: seenAt(directory, environmentOf({ record, request }, build), {
      record,
      root: repository.root,
    }),
    logFile,
    signal,
    hold,
    onLeft: (left) => noteLeftovers(record, side, left),
    onCommand: (command) => {
      const left = leftMs === undefined || command !== suite.setup[0] ? {} : { leftMs };
      onProgress?.({ kind: 'setup', side, ...number, command, ...left, logFile });
    },
  };
}

/** Builds of a side, and a second try, mostly leave the same. */
function noteLeftovers({ problems }: RunRecord, side: Side, left: Leftovers): void {
  const isNoted = ({ message }: Problem) =>
    problems.some((one) => one.side === side && one.message === message);
  problems.push(...describeLeftovers(side, left).filter((problem) => !isNoted(problem)));
}

/** Without a setup the checkouts are as git made them. */
export async function compareSides(
  run: RunUnderWay,
  worktrees: Worktrees,
  after: 'setup' | 'tests',
): Promise<Problem[]> {
  const { record, repository, request, runDirectory: scratch } = run;
  if (after === 'setup' && request.suite.setup.length === 0) return [];
  const compare = after === 'setup' ? compareWithCommits : compareAfterTests;
  const sides = sidesOf(record.plan);
  const problems: Problem[] = [];
  for (let build = 0; build < countBuilds(record.plan); build += 1) {
    const checkouts = {
      before: worktrees.before[build] ?? '',
      after: worktrees.after[build] ?? '',
    };
    const compared = { repository, sides, revisions: record, checkouts, scratch };
    problems.push(...(await compare(compared)));
  }
  return withoutRepeats(problems);
}

/** All builds of a side mostly have the same to say. */
function withoutRepeats(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

/** Those of the side that the next jobs can want: not of a change, which is new each time. */
function keptBuildsOf({ request, record }: RunUnderWay, side: Side): KeptBuilds | undefined {
  const { buildsFolder: folder, ports } = request;
  if (folder === undefined || (side === 'after' && !isAlone(record.plan))) return undefined;
  const { platform, cpu } = record.host;
  const { now } = ports.clock ?? systemClock;
  const { commit } = record[side];
  return {
    ...{ folder, commit, platform, cpuModel: cpu.model, now },
    mayRestore: side === 'before',
    perSide: countBuilds(record.plan),
  };
}

/** Notes on a side's setup for the readers of the results. */
function describeSideState(side: Side, state: SideState): Problem[] {
  if (state.kind === 'restored') {
    const made = formatMinute(state.madeAt.getTime());
    const message = `the ${side} side was not set up in this job: its build of ${made} UTC was taken`;
    return [{ code: 'build-restored', message, side }];
  }
  if (state.kind === 'interrupted' || state.notKept === undefined) return [];
  const message = `the build of the ${side} side could not be kept for the next jobs: ${state.notKept}`;
  return [{ code: 'build-not-kept', message, side }];
}
