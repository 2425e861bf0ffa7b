import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './open-database.ts';
import { partitionCount } from './messages.ts';

/**
 * Who of a group has which partition. Every member counts its beats in a table. Others take over from a
 * member whose count they have seen stand still for the lease: by their own steady clocks, so that a
 * wall clock that is set, or that differs, does not matter.
 */
export interface Membership {
  // Both do something once every fifth of the lease, so that they can be called at any time.
  /** Beats alone: for within long work, whose partition must not be given up. */
  beat(): void;
  /** Beats, and takes over, gives up and claims what follows from who is there now. */
  look(): void;
  /** The partitions that are ours, with how far each was done when we got it. */
  readonly claimed: ReadonlyMap<number, Claim>;
  /** @returns false when the partition is not ours any more: nothing was stored then */
  store(partition: number, doneUpTo: number): boolean;
  /** Gives everything up. */
  leave(): void;
}

export interface Claim {
  readonly doneUpTo: number;
  readonly lost: AbortSignal;
}

export interface MembershipOptions {
  consumers: string;
  leaseMs: number;
  /** A clock that never steps back, in milliseconds. */
  now: () => number;
  onChange: (kind: 'assigned' | 'lost', partitions: readonly number[]) => void;
}

export function joinGroup(database: DatabaseSync, options: MembershipOptions): Membership {
  const { consumers, leaseMs, now, onChange } = options;
  const me = randomUUID();
  const claimed = new Map<number, Claim & { abort: () => void }>();
  const seen = new Map<string, { beat: number; sinceMs: number }>();
  let lookedAtMs = -Infinity;
  let beatAtMs = -Infinity;
  const sql = prepare(database);

  /** Members whose count stood still while we were looking all the time. */
  const findDead = (nowMs: number): string[] => {
    // We were stopped ourselves: what stood still then says nothing.
    if (nowMs - lookedAtMs > leaseMs) seen.clear();
    const rows = sql.members.all(consumers);
    const alive = new Set(rows.map((row) => String(row['member'])));
    for (const member of seen.keys()) if (!alive.has(member)) seen.delete(member);
    return rows
      .map((row) => ({ member: String(row['member']), beat: Number(row['beat']) }))
      .filter(({ member, beat }) => {
        const before = seen.get(member);
        if (member === me) return false;
        if (before?.beat === beat) return nowMs - before.sinceMs >= leaseMs;
        seen.set(member, { beat, sinceMs: nowMs });
        return false;
      })
      .map(({ member }) => member);
  };

  const lose = (partitions: readonly number[]): void => {
    for (const partition of partitions) {
      claimed.get(partition)?.abort();
      claimed.delete(partition);
    }
    if (partitions.length > 0) onChange('lost', partitions);
  };

  const claimShare = (): { given: number[]; taken: [number, number][] } => {
    const members = sql.members.all(consumers).map((row) => String(row['member']));
    const isMine = (partition: number) => members[partition % members.length] === me;
    const given = [...claimed.keys()].filter((partition) => !isMine(partition));
    for (const partition of given) sql.giveUp.run(consumers, partition, me);
    const taken: [number, number][] = [];
    for (let partition = 0; partition < partitionCount; partition++) {
      if (!isMine(partition) || claimed.has(partition)) continue;
      sql.prepareClaim.run(consumers, partition);
      const row = sql.claim.get(me, consumers, partition);
      if (row !== undefined) taken.push([partition, Number(row['done_up_to'])]);
    }
    return { given, taken };
  };

  const beat = (): void => {
    const nowMs = now();
    if (nowMs - beatAtMs < leaseMs / 5) return;
    if (sql.beat.run(consumers, me).changes === 0) {
      // Others took us for dead: all that was ours is theirs.
      lose([...claimed.keys()]);
      sql.join.run(consumers, me);
    }
    beatAtMs = nowMs;
  };

  const look = (): void => {
    beat();
    const nowMs = now();
    if (nowMs - lookedAtMs < leaseMs / 5) return;
    const change = inTransaction(database, () => {
      for (const member of findDead(nowMs)) {
        sql.remove.run(consumers, member);
        sql.giveUpAll.run(consumers, member);
      }
      return claimShare();
    });
    lookedAtMs = nowMs;
    lose(change.given);
    for (const [partition, doneUpTo] of change.taken) {
      const controller = new AbortController();
      const abort = (): void => controller.abort(new Error('the partition is not ours any more'));
      claimed.set(partition, { doneUpTo, lost: controller.signal, abort });
    }
    if (change.taken.length > 0) {
      onChange(
        'assigned',
        change.taken.map(([partition]) => partition),
      );
    }
  };

  sql.join.run(consumers, me);
  return {
    claimed,
    beat,
    look,
    store: (partition, doneUpTo) => {
      if (sql.store.run(doneUpTo, consumers, partition, me).changes > 0) return true;
      lose([partition]);
      return false;
    },
    leave: () => {
      lose([...claimed.keys()]);
      inTransaction(database, () => {
        sql.remove.run(consumers, me);
        sql.giveUpAll.run(consumers, me);
      });
    },
  };
}

function prepare(database: DatabaseSync) {
  return {
    join: database.prepare('INSERT INTO members (consumers, member, beat) VALUES (?, ?, 0)'),
    beat: database.prepare('UPDATE members SET beat = beat + 1 WHERE consumers = ? AND member = ?'),
    members: database.prepare(
      'SELECT member, beat FROM members WHERE consumers = ? ORDER BY member',
    ),
    remove: database.prepare('DELETE FROM members WHERE consumers = ? AND member = ?'),
    giveUpAll: database.prepare(
      'UPDATE claims SET member = NULL WHERE consumers = ? AND member = ?',
    ),
    giveUp: database.prepare(
      'UPDATE claims SET member = NULL WHERE consumers = ? AND partition = ? AND member = ?',
    ),
    prepareClaim: database.prepare(
      'INSERT OR IGNORE INTO claims (consumers, partition, done_up_to) VALUES (?, ?, 0)',
    ),
    claim: database.prepare(
      `UPDATE claims SET member = ? WHERE consumers = ? AND partition = ? AND member IS NULL
       RETURNING done_up_to`,
    ),
    store: database.prepare(
      'UPDATE claims SET done_up_to = ? WHERE consumers = ? AND partition = ? AND member = ?',
    ),
  };
}
