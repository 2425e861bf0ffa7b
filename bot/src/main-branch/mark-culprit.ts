/** Which push or commit an issue is about, and by which suite. */
export interface CulpritMark {
  commit: string;
  suite: string;
  /** It is about what many commits add up to, as found at this one. */
  isOfBudget?: true;
}

/** The marker of an issue: what `readCulprit` finds in its body. */
export function markCulprit({ commit, isOfBudget, suite }: CulpritMark): string {
  return `perigee ${isOfBudget === true ? 'budget' : 'culprit'} ${commit} of ${suite}`;
}

const firstLine =
  /^<!-- perigee (culprit|budget) ([0-9a-f]{40}|[0-9a-f]{64}) of ([^\r\n]{1,300}) -->(?=\r?\n|$)/;

/** @param body of an issue; anybody may write the same, so who wrote it counts too */
export function readCulprit(body: string): CulpritMark | undefined {
  const [, kind, commit, suite] = firstLine.exec(body) ?? [];
  if (commit === undefined || suite === undefined) return undefined;
  return { commit, suite, ...(kind === 'budget' ? { isOfBudget: true } : {}) };
}
