import type { Rerun } from '../runs/run.ts';
import type { Answer, Asked, CommandPorts } from './answer.ts';
import { listNames, showName } from './answer-words.ts';
import { readSituation } from './read-situation.ts';

/**
 * Has the head measured again: the shard of one test, else the shards that failed, else all of them. It adds
 * an attempt, and takes none back: who runs it again until it is green has gained nothing.
 */
export async function rerunTests(
  ports: CommandPorts,
  { repository, number }: Asked,
  test: string | undefined,
): Promise<Answer> {
  const subject = { kind: 'pull-request' as const, repository, number };
  const situation = await readSituation(ports, subject);
  if (situation === undefined || !situation.change.isOpen) {
    return { text: 'The pull request is closed: nothing is measured any more.' };
  }
  const { configuration, facts, measurements } = situation;
  const { current } = measurements;
  if (current === undefined) {
    if (facts.configuration.kind === 'invalid') {
      return {
        text: 'perigee.yml of the base branch is not valid, so the bot does not know which runs count.',
        wakes: subject,
      };
    }
    return {
      text: 'The newest commit has no run to repeat. Push, or start one.',
      wakes: subject,
    };
  }
  const { plan, run, side } = current;
  const total = plan?.total ?? configuration.judging?.planned.shards.total ?? 1;
  if (test === undefined) {
    return { text: tellRerun(await side.measureAllAgain(run, total)), wakes: subject };
  }
  const shard = facts.shardOf.get(test);
  if (shard === undefined) {
    const known = [...facts.shardOf.keys()];
    const list = known.length === 0 ? '' : ` There are: ${listNames(known)}.`;
    return { text: `There is no test ${showName(test)} here.${list}` };
  }
  const rerun = await side.measureAgain(run, [shard], total);
  return { text: tellRerun(rerun), wakes: subject };
}

function tellRerun(rerun: Rerun): string {
  if (rerun.kind === 'running') {
    return 'A measurement is already in progress. Repeat the command when it has ended.';
  }
  const rule = 'The new attempt counts together with those before it.';
  switch (rerun.jobs) {
    case 'all':
      return `All jobs of the run are measured again. ${rule}`;
    case 'failed':
      return `The jobs that failed are run again. ${rule}`;
    default: {
      const names = rerun.jobs.map(showName).join(', ');
      return rerun.jobs.length === 1
        ? `The job ${names} is run again. ${rule}`
        : `The jobs ${names} are run again. ${rule}`;
    }
  }
}
