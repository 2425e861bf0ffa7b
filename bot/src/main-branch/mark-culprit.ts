/** Which push an issue is about, and by which suite. */
export interface CulpritMark {
  commit: string;
  suite: string;
}

/** The marker of an issue: what `readCulprit` finds in its body. */
export function markCulprit({ commit, suite }: CulpritMark): string {
  return `perigee culprit ${commit} of ${suite}`;
}

const firstLine =
  /^<!-- perigee culprit ([0-9a-f]{40}|[0-9a-f]{64}) of ([^\r\n]{1,300}) -->(?=\r?\n|$)/;

/** @param body of an issue; anybody may write the same, so who wrote it counts too */
export function readCulprit(body: string): CulpritMark | undefined {
  const [, commit, suite] = firstLine.exec(body) ?? [];
  return commit === undefined || suite === undefined ? undefined : { commit, suite };
}
