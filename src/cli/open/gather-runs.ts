import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../../contract/documents.ts';
import { UserError } from '../../contract/user-error.ts';
import { parseDocument } from '../../contract/validate.ts';
import type { BuildPoints, StoredBuild } from '../../store/series-point.ts';
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts';
import { foldBuild } from '../../pipeline/fold-build.ts';
import { floorOf } from '../../verdict/thresholds/built-in.ts';
import { nameWorst } from '../../verdict/name-worst.ts';
import { seriesId } from '../../web/api/series-id.ts';
import { makePlain } from '../../report/plain-text.ts';
import { nameLocally } from '../name-repository.ts';
import { openPlaces, type PlaceOnBranch } from '../place-on-branch.ts';
import { listRuns, runFiles, runsFolder } from '../run-folder.ts';

export interface GatheredRuns {
  /** Writes the runs that finished or changed since the last call. @returns how many runs there are */
  gather(): Promise<number>;
  /** The report page of a run; undefined where there is none. */
  findReport(run: string): string | undefined;
}

/**
 * Keeps every finished run of this machine in a store of its own, as a build each. Git says what their commits are, and
 * which are of the default branch: these have levels and changes, as pushes have. A file that cannot be read is told once.
 */
export function openRuns({ file, root }: { file: string; root: string }): GatheredRuns {
  const repository = nameLocally(root);
  /** Run → its build, and when its files were written. */
  const known = new Map<string, { stamp: string; isBuild: boolean }>();
  const pathOf = (id: string, name: string): string => join(runsFolder(root), id, name);
  return {
    async gather() {
      const builds: BuildPoints[] = [];
      for (const id of listRuns(root)) {
        if (!existsSync(pathOf(id, runFiles.record))) continue;
        const stamp = stampOf(id);
        if (known.get(id)?.stamp === stamp) continue;
        const build = tryTo(`run ${id}`, () => readRun(id));
        known.set(id, { stamp, isBuild: build !== undefined });
        if (build !== undefined) builds.push(build);
      }
      if (builds.length > 0 || !existsSync(file)) {
        const committed = builds.flatMap(({ build }) =>
          build.local?.isUncommitted === true ? [] : [build],
        );
        const placeOf = await openPlaces(root, committed);
        await write(
          builds.map(({ build, points }) => ({
            build: place(build, placeOf),
            points,
          })),
        );
      }
      return [...known.values()].filter(({ isBuild }) => isBuild).length;
    },
    findReport(run) {
      return known.has(run) ? readIfThere(pathOf(run, runFiles.page)) : undefined;
    },
  };

  function readRun(id: string): BuildPoints {
    const path = pathOf(id, runFiles.record);
    const record = parseDocument('run-record', readFileSync(path, 'utf8'), path);
    const key = { repository, suite: record.suite, runId: id };
    const { build, points } = foldBuild([record], { key }).points;
    const isUncommitted = record.after.dirty === true;
    return { build: { ...build, local: describeLocal(id, record.suite, isUncommitted) }, points };
  }

  function describeLocal(
    id: string,
    suite: string,
    isUncommitted: boolean,
  ): NonNullable<StoredBuild['local']> {
    const path = pathOf(id, runFiles.verdict);
    const text = readIfThere(path);
    const verdict =
      text && tryTo(`verdict of run ${id}`, () => parseDocument('verdict', text, path));
    return {
      ...(verdict
        ? {
            conclusion: verdict.conclusion,
            worst: nameWorst(verdict),
            changes: listChanges(verdict, suite),
            ...describeRules(verdict, suite),
          }
        : {}),
      ...(isUncommitted ? { isUncommitted } : {}),
      ...(existsSync(pathOf(id, runFiles.page)) ? { hasReport: true } : {}),
    };
  }

  /** A run may be removed, or written again, at any time. */
  function stampOf(id: string): string {
    return [runFiles.record, runFiles.verdict, runFiles.page]
      .map((name) => statSync(pathOf(id, name), { throwIfNoEntry: false })?.mtimeMs ?? 0)
      .join(' ');
  }

  function tryTo<T>(what: string, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      process.stderr.write(`left out: ${makePlain(`${what}: ${error.facts.seen}`)}\n`);
      return undefined;
    }
  }

  async function write(builds: readonly BuildPoints[]): Promise<void> {
    const store = openSqliteStore({ file });
    try {
      await store.write(builds, new AbortController().signal);
    } finally {
      await store.close();
    }
  }
}

/** Of what the verdict points at: it is little, and of all else its rule gives the same figure or nearly so. */
function listChanges({ series }: Verdict, suite: string): Record<string, number> {
  return Object.fromEntries(
    series.flatMap((one) => {
      const { evidence, state } = one;
      const isCalm = state === 'not-regressed' || state === 'no-baseline';
      const { change } = evidence;
      return isCalm || change === undefined ? [] : [[seriesId(suite, one), change]];
    }),
  );
}

/** What weighs: the dashboard shows first what failed a build, and not as worse what never can. */
function describeRules({ series }: Verdict, suite: string) {
  const blocking = new Set(
    series.flatMap(({ metric, threshold }) => (threshold.action === 'block' ? [metric] : [])),
  );
  const metrics = new Set(series.map(({ metric }) => metric));
  const regressed = series.filter(({ state }) => state === 'regressed');
  const floors: Record<string, number> = {};
  for (const { metric, threshold } of series) {
    floors[metric] = Math.min(floors[metric] ?? Infinity, floorOf(metric, threshold));
  }
  return {
    regressed: Object.fromEntries(regressed.map((one) => [seriesId(suite, one), one.blocking])),
    warning: [...metrics].filter((metric) => !blocking.has(metric)),
    floors,
  };
}

function place(
  build: StoredBuild,
  placeOf: (commit: string) => PlaceOnBranch | undefined,
): StoredBuild {
  const { isOnDefaultBranch, ...facts } = placeOf(build.commit) ?? {};
  const { author, committedAtMs, subject } = placeOf(build.baseline) ?? {};
  return {
    ...build,
    ...(isOnDefaultBranch === true ? { branchKind: 'default' } : {}),
    ...facts,
    ...(committedAtMs !== undefined && {
      local: { ...build.local, baseline: { author, committedAtMs, subject } },
    }),
  };
}

function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
