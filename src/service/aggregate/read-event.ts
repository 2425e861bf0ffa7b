import type { BuildEvent, BuildKey, ShardDone } from '../../contract/documents.ts';
import { UserError } from '../../contract/user-error.ts';
import { parseDocument } from '../../contract/validate.ts';
import type { EventMessage } from '../../transport/events/event-source.ts';

export type ReadEvent =
  | { kind: 'shard'; build: BuildKey; shard: ShardDone }
  /** What the service says itself; others follow it. */
  | { kind: 'not-for-us' }
  /** It will never be understood. */
  | { kind: 'poison'; why: string };

const longestEvent = 65_536;

/** What a message of the log says. Nothing in it is believed before it was validated. */
export function readEvent({ value, position }: EventMessage): ReadEvent {
  if (value.length > longestEvent) {
    return { kind: 'poison', why: `an event of ${value.length} characters` };
  }
  let event: BuildEvent;
  try {
    event = parseDocument('build-event', value, position);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { where = position, seen, expected } = error.facts;
    const wanted = expected === undefined ? '' : `; expected ${expected}`;
    return { kind: 'poison', why: `${where}: ${seen}${wanted}` };
  }
  const { kind, build, shard } = event;
  if (kind !== 'shard-done' || shard === undefined) return { kind: 'not-for-us' };
  if (shard.index < shard.total) return { kind: 'shard', build, shard };
  return { kind: 'poison', why: `shard ${shard.index + 1} of ${shard.total}: there is none` };
}
