import type { Look } from './look.ts';

/** What a reader should know to read the verdict, one sentence each. */
export function listNotes({ change, configuration, measurements }: Look): string[] {
  const notes: string[] = [];
  const workflow = configuration.gate?.workflow;
  const isNew = configuration.base.kind === 'none';
  if (workflow !== undefined && !isNew && change.changedFiles?.includes(workflow) === true) {
    notes.push(
      `The workflow ${workflow} is changed here, so what was run is not what the base branch runs.`,
    );
  }
  const last = measurements.attempts.at(-1)?.verdict;
  if (isNew && last !== undefined && change.kind !== 'push') {
    notes.push('The base branch has no perigee.yml, so the thresholds are those of this change.');
  }
  return notes;
}
