import { type ExitCode, exitCode } from '../../contract/user-error.ts';
import type { RunRecord } from '../../contract/documents.ts';
import { judgeShard } from '../judge-records.ts';
import { type Proof, proveGate } from '../prove-gate.ts';
import { packControl } from '../../transport/artifacts/control-artifact.ts';
import { withCollector } from '../with-collector.ts';
import type { Job } from './job.ts';
import { listenForCancel, openProgress, planJob } from './measure.ts';

/**
 * The tip of a branch against itself, with one side made worse: of what was measured nothing is uploaded, so no history
 * has it. What was found is, for the record of the gate.
 * @returns how the job ends: red where the gate does not fire
 */
export async function runControl(job: Job): Promise<ExitCode> {
  const { bundle, change, environment, log, messages, repository, request, suite } = job;
  const { tests } = planJob(job);
  const narration = openProgress(log);
  const judge = (record: RunRecord) => judgeShard(record, { suite }).verdict;
  const { commit, label } = change.after;
  using cancel = listenForCancel();
  const collecting = {
    ...{ home: bundle.home, isolation: request.isolation, signal: cancel.signal, judge },
    ...{ onProgress: narration.show, onLook: narration.tell },
  };
  const proof = await log.group('Prove that the gate fires', () =>
    withCollector(collecting, (ports) =>
      proveGate(
        {
          ...{ suite, tests, repository: repository.root, home: bundle.home, environment },
          ...{ label, judge, say: log.say, ...request.control },
          revision: { kind: 'commit', commit, label },
        },
        ports,
      ),
    ),
  );
  for (const line of proof.lines) log.say(line);
  if (proof.isProven) log.say(proof.sentence);
  else log.warn(proof.sentence);
  await upload(job, proof);
  await messages.showControl(job, proof);
  const code = proof.isProven ? exitCode.nothingRegressed : exitCode.regressed;
  log.output('exit-code', String(code));
  return code;
}

/** The gate's finding stays true where it cannot be reported. */
async function upload(job: Job, { entry }: Proof): Promise<void> {
  const { attempt, build, temporaryFolder } = job.ci;
  const { index, total } = job.request.shard;
  const { control } = entry;
  if (control === undefined) return;
  const ofShard = { ...entry, run: build.runId, control: { ...control, shard: index } };
  try {
    const packed = await packControl(ofShard, { index, total, attempt }, temporaryFolder);
    const { id } = await (await job.openArtifacts()).upload(packed);
    job.log.say(`uploaded what was found as artifact ${id}`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    job.log.say(`what was found is in this log only: ${why}`);
  }
}
