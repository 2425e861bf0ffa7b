import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as breathe } from 'node:timers/promises';
import { spanKey } from '../../contract/series-key.ts';
import { orderOfCommit } from '../order-values.ts';
import type { BuildPoints, SeriesPoint, StoredBuild } from '../series-point.ts';
import { encodeBranchKind, encodeSide } from './codes.ts';
import type { NameIds } from './name-ids.ts';
import { packRepeats } from './pack-repeats.ts';

/** After so many rows others in this process get their turn: about ten milliseconds. */
const rowsPerTurn = 500;

export type WriteBuilds = (builds: readonly BuildPoints[], signal: AbortSignal) => Promise<void>;

/** Replaces what is stored of the builds; has to run in a transaction. */
export function openWriteBuilds(database: DatabaseSync, ids: NameIds): WriteBuilds {
  const find = database.prepare(
    'SELECT id, at_ms FROM builds WHERE repository = ? AND suite = ? AND run = ?',
  );
  const insertBuild = database.prepare(
    `INSERT INTO builds (repository, suite, run, at_ms, order_ms, commit_id, facts)
     VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id, at_ms`,
  );
  const updateBuild = database.prepare(
    'UPDATE builds SET order_ms = ?, commit_id = ?, facts = ? WHERE id = ?',
  );
  const clear = database.prepare('DELETE FROM samples WHERE build = ?');
  const insert = database.prepare(
    `INSERT INTO samples (build, span, side, branch_kind, at_ms, metric_set, repeats, outliers)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );

  return async (builds, signal) => {
    let rows = 0;
    for (const { build, points } of builds) {
      const { id, at_ms: atMs } = enterBuild(build);
      const branchKind = encodeBranchKind(build.branchKind);
      for (const group of groupRepeats(points)) {
        const [first] = group;
        if (first === undefined) continue;
        const { metrics, repeats, outliers } = packRepeats(group);
        const span = ids.spanId(build, first);
        const set = ids.metricSetId(metrics);
        insert.run(id, span, encodeSide(first.side), branchKind, atMs, set, repeats, outliers);
        rows += 1;
        if (rows % rowsPerTurn === 0) {
          await breathe();
          signal.throwIfAborted();
        }
      }
    }
  };

  /** A build that is known keeps its time: its points must not move when a late shard began earlier. */
  function enterBuild(build: StoredBuild): { id: number; at_ms: number } {
    const { repository, suite, runId, atMs, commit } = build;
    const known = find.get(repository, suite, runId) as { id: number; at_ms: number } | undefined;
    const order = orderOfCommit({ ...build, atMs: known?.at_ms ?? atMs });
    const facts = JSON.stringify(build);
    if (known === undefined) {
      const entry = [repository, suite, runId, atMs, order, commit, facts];
      return insertBuild.get(...entry) as { id: number; at_ms: number };
    }
    updateBuild.run(order, commit, facts, known.id);
    clear.run(known.id);
    return known;
  }
}

/** The points of one span and side; of two of the same repeat the last counts. */
function groupRepeats(points: readonly SeriesPoint[]): SeriesPoint[][] {
  const groups = new Map<string, Map<number, SeriesPoint>>();
  for (const point of points) {
    const key = `${spanKey(point)}\u0000${point.side}`;
    let group = groups.get(key);
    if (group === undefined) {
      group = new Map<number, SeriesPoint>();
      groups.set(key, group);
    }
    group.set(point.repeat, point);
  }
  return [...groups.values()].map((group) => [...group.values()]);
}
