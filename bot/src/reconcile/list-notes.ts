import type { Look } from './look.ts';

/** What a reader should know to read the verdict, one sentence each. */
export function listNotes(look: Look): string[] {
  const { change, configuration, measurements } = look;
  const notes: string[] = [...measurements.lost];
  const isNew = configuration.base.kind === 'none';
  const changed = isNew ? undefined : findChangedSteps(look);
  if (changed !== undefined) {
    notes.push(`${changed} is changed here, so what was run is not what the base branch runs.`);
  }
  const last = measurements.attempts.at(-1)?.verdict;
  if (isNew && last !== undefined && change.kind !== 'push') {
    notes.push('The base branch has no perigee.yml, so the thresholds are those of this change.');
  }
  return notes;
}

/** What says which commands are run: the workflow, or the files that pipelines of Buildkite are read from. */
function findChangedSteps({ change, configuration }: Look): string | undefined {
  const { gate } = configuration;
  if (gate === undefined) return undefined;
  const { pipeline, workflow } = gate;
  if (pipeline === undefined) {
    return change.changedFiles?.includes(workflow) === true
      ? `The workflow ${workflow}`
      : undefined;
  }
  const file = change.changedFiles?.find((path) => path.startsWith('.buildkite/'));
  return file === undefined ? undefined : `The pipeline’s file ${file}`;
}
