import type { RunRecord } from '../contract/documents.ts';
import { exitCode, UserError, type ExitCode } from '../contract/user-error.ts';
import type { Judge } from './judge-record.ts';
import { nameProgram, quoteWord } from './program-name.ts';
import { present } from './present.ts';
import type { Workplace } from './workplace.ts';

/**
 * Judges what was measured, keeps the verdict and shows it.
 * @param config the file of the suite where it was named
 * @returns the exit code of the verdict
 * @throws UserError (could not measure) when there is nothing to judge
 */
export function concludeRun(
  workplace: Workplace,
  record: RunRecord,
  judge: Judge,
  config: string | undefined,
): ExitCode {
  const program = nameProgram(workplace.root);
  const suite = config === undefined ? '' : ` --config ${quoteWord(config)}`;
  const command = isOfWorkingTree(record) ? 'patch' : 'run';
  const goOn = `${program} ${command} --resume ${record.id}${suite}`;
  if (record.profiles.every(({ outcome }) => outcome.status === 'not-started')) {
    if (record.tests.length > 0) throw nothingMeasured(record, goOn);
    process.stdout.write(`${nameShard(record)} has no tests; its record says so\n`);
    return exitCode.nothingRegressed;
  }
  const judged = judge.shard(record);
  present(workplace.root, record, judged.verdict, { program, goOn });
  if (record.shard.total > 1) {
    process.stdout.write(
      `This is ${nameShard(record)} alone; for all of them: ${program} report <each run-record.json>\n`,
    );
  }
  if (judged.orphans === 0 || workplace.isSelection || judged.exitCode === exitCode.regressed) {
    return judged.exitCode;
  }
  process.stderr.write(
    `perigee: a rule of perigee.yml matches nothing (see the problems above), so this ends with exit code ${exitCode.wrongUsage}\n`,
  );
  return exitCode.wrongUsage;
}

/** Either command goes on with it; the one that began it is the one to paste. */
function isOfWorkingTree({ after }: RunRecord): boolean {
  return after.label.startsWith('working tree');
}

function nameShard({ shard }: RunRecord): string {
  return `shard ${shard.index + 1} of ${shard.total}`;
}

function nothingMeasured(record: RunRecord, goOn: string): UserError {
  const isInterrupted = record.status === 'interrupted';
  return new UserError({
    seen: isInterrupted ? 'stopped before anything was measured' : 'no test could be started',
    also: record.problems
      .filter(({ code }) => code === 'test-not-started')
      .map(({ test = '', message }) => `${test}: ${message}`),
    remedy: isInterrupted
      ? `go on with: ${goOn}`
      : 'mend the commands in perigee.yml; what they need has to be committed or made by setup',
    exitCode: exitCode.couldNotMeasure,
  });
}
