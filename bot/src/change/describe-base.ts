import { createHash } from 'node:crypto';
import type { Change } from './read-change.ts';

/** Identifies a base. */
type Based = Pick<Change, 'before' | 'kind' | 'targetBranch'>;

/** The base of a change. The commits below a push do not change any more. */
export function describeBase({ before, kind, targetBranch }: Based): string {
  return digest(kind === 'push' ? [kind] : [kind, before, targetBranch]);
}

/**
 * Whether a kept verdict has the base that the change has now. The author of a pull request can give it another
 * target, and decides how long its artifacts last.
 */
export function isOfSameBase({ basis }: { basis?: string }, change: Based): boolean {
  return basis?.startsWith(`${describeBase(change)}.`) === true;
}

export function digest(facts: unknown): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}
