import type { Alert } from '../../../src/contract/alerts.ts';
import type { CulpritMark } from '../../../src/contract/documents.ts';

/** The marker of an issue: what `readCulprit` finds in its body. */
export function markCulprit({ budget, commit, suite }: CulpritMark): string {
  const kind = budget === undefined ? 'culprit' : `budget-${budget}`;
  return `perigee ${kind} ${commit} of ${suite}`;
}

/** The marker of the issue of an alert. */
export function markAlert({ budget, commit, foundBy, suite }: Alert): string {
  const since = foundBy === 'budget' ? budget?.since : undefined;
  return markCulprit({ commit, suite, budget: since });
}

const firstLine =
  /^<!-- perigee (?:culprit|budget-(release|best)) ([0-9a-f]{40}|[0-9a-f]{64}) of ([^\r\n]{1,300}) -->(?=\r?\n|$)/;

/** @param body of an issue; anybody may write the same, so who wrote it counts too */
export function readCulprit(body: string): CulpritMark | undefined {
  const [, since, commit, suite] = firstLine.exec(body) ?? [];
  if (commit === undefined || suite === undefined) return undefined;
  return { commit, suite, ...(since === 'release' || since === 'best' ? { budget: since } : {}) };
}
