import type { Command } from 'commander';
import type { BranchHistory, SeriesOfBranch } from '../../contract/documents.ts';
import { exitCode, type ExitCode } from '../../contract/user-error.ts';
import { fewestLevels } from '../../history/find-level-changes.ts';
import { readAlarms } from '../../pipeline/history/keep-alerts.ts';
import { readBranch } from '../history/read-branch.ts';
import { withStoreOrRuns } from '../store/with-reader.ts';
import { renderHistories } from '../history/render-histories.ts';
import { terminalOptions } from '../terminal-options.ts';
import { end } from '../end-with.ts';
import { asJson, following, type HistoryOptions } from '../shared-options.ts';
import type { Mainline } from '../../runner/revisions/read-mainline.ts';
import type { FollowedSeries, Histories } from '../../pipeline/history/histories.ts';

export function declareCommand(command: Command): void {
  const followed = following(
    command
      .argument('[test/span]', 'only this one, in detail (default: all that changed)')
      .option(
        '--metric <name>',
        'which metric (default: all; of one series latency, where it has that)',
      ),
  );
  asJson(followed)
    .addHelpText(
      'after',
      `\nMade of the builds in the store that measured commits of the default branch; without a store, of the\nruns of this machine that did. Uncommitted work is not in it: \`perigee report\` and \`perigee open\`\nshow it. A change shows from ${fewestLevels} measured commits on.\n\nExit codes: 0; 1 a budget that blocks is exceeded; 2 wrong usage, or nothing of that name in the\nstore; 3 the store is unreachable.`,
    )
    .action((name: string | undefined, options: HistoryOptions) =>
      end(printHistory(name, options)),
    );
}

/** `perigee history`: what commits are worth, where series changed, and what many changes add up to. */
async function printHistory(asked: string | undefined, options: HistoryOptions): Promise<ExitCode> {
  const read = await withStoreOrRuns(options, async (reader) => {
    const branch = await readBranch(asked, options, 'all', (_, use) => use(reader));
    return { ...branch, alarmsOf: await readAlarms(reader, branch.machines, branch.placeOf) };
  });
  const { alarmsOf, histories: found, machines } = read;
  const text =
    options.format === 'json'
      ? `${JSON.stringify(describeHistories(found), null, 2)}\n`
      : renderHistories(
          { ...found, alarmsOf },
          asked !== undefined,
          terminalOptions(process.stdout),
        ) + formatCanaryCount(asked === undefined ? machines.length : 0);
  process.stdout.write(text);
  const isBlocked = found.followed.some(
    ({ budget, history }) =>
      budget?.action === 'block' && history.creep.some(({ isOver }) => isOver),
  );
  if (isBlocked) return exitCode.regressed;
  const isUnread = found.followed.some(
    ({ budget, history }) => budget?.action === 'block' && history.unread.length > 0,
  );
  return isUnread ? exitCode.couldNotMeasure : exitCode.nothingRegressed;
}

/** Their levels tell of machines, so they are no history of commits. */
function formatCanaryCount(machines: number): string {
  if (machines === 0) return '';
  const kinds = machines === 1 ? 'one kind of machine' : `${machines} kinds of machine`;
  return `\nCanaries of ${kinds}: the page Machines of the dashboard (\`perigee open\`) shows whether the machines changed\n`;
}

/** The same for machines: every level, every run with its values and outliers. Shares, not logarithms. */
function describeHistories(found: Histories): BranchHistory {
  const { followed, mainline, oddMachines, release, repository } = found;
  return {
    ...{ schema: 'perigee/history', version: 1 },
    ...{ repository, branch: mainline.branch },
    ...(release === undefined ? {} : { release: { tag: release.tag, commit: release.commit } }),
    oddMachines: [...oddMachines],
    series: followed.map((one) => describeSeries(one, mainline)),
  };
}

function describeSeries(
  { span, metric, meaning, runs, builds, history, budget }: FollowedSeries,
  { commits }: Mainline,
): SeriesOfBranch {
  const commitAt = (place: number): string | undefined => commits[place]?.commit;
  const share = history.isLogarithm ? Math.expm1 : (size: number): number => size;
  const { repository, suite, test, span: name, annotations, platform } = span;
  const { repeat, side, host, hostsFrom } = history.spreads;
  const offsets = new Map(runs.map(({ id }, i) => [id, share(history.offsets[i] ?? 0)]));
  return {
    ...{ repository, suite, test, span: name, annotations, platform, metric, ...meaning },
    spreads: { repeat: share(repeat), side: share(side), host: share(host), hostsFrom },
    error: share(history.error),
    changes: history.changes.map(({ at, range, ...change }) => ({
      ...change,
      commit: commitAt(at),
      range: { after: commitAt(range.after), upTo: commitAt(range.upTo) },
    })),
    ...(budget === undefined ? {} : { budget, budgetNotJudged: [...history.unread] }),
    creep: history.creep.map(
      ({ from, to, size, low, high, limit, explained, parts, ...creep }) => ({
        ...creep,
        ...{ from: commitAt(from), to: commitAt(to) },
        ...{ size: share(size), low: share(low), high: share(high) },
        ...{ limit: share(limit), explained: share(explained) },
        parts: parts.map((part) => ({
          ...{ after: commitAt(part.after), commit: commitAt(part.place) },
          ...{ size: share(part.size), error: share(part.error), standsOut: part.standsOut },
        })),
      }),
    ),
    levels: history.levels.map(({ place, ...level }) => ({ commit: commitAt(place), ...level })),
    runs: builds.map(({ build, sides }) => ({
      runId: build.runId,
      ...(offsets.has(build.runId) ? { offset: offsets.get(build.runId) } : {}),
      ...sides,
    })),
  };
}
