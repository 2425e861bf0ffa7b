import { runWorkflow, stageActions } from '../../action/act/run-workflow.ts';
import type { RunJob } from './run-job.ts';

/** Runs jobs with act: the whole workflow, as it lies in the repository. @param scratch a folder of its own */
export function openAct(scratch: string, origin: string): RunJob {
  const actions = stageActions(scratch);
  return async ({ checkout, environment, event, head, payload, shard }) => {
    const { exitCode, output } = await runWorkflow(
      {
        ...{ checkout, event, payload, scratch, token: 'worth-nothing' },
        environment: { ...environment, TEST_ORIGIN: `file://${origin}`, TEST_COMMIT: head },
        only: { job: 'measure', matrix: `shard:${shard}` },
      },
      actions,
    );
    if (exitCode !== 0) throw new Error(output);
  };
}
