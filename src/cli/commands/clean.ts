import { join, relative } from 'node:path';
import { formatQuantity } from '../../contract/units.ts';
import { exitCode, type ExitCode } from '../../contract/user-error.ts';
import {
  type Leftover,
  removeLeftovers,
  surveyRest,
  surveyRuns,
} from '../../runner/retention/clean-state.ts';
import { openRepository } from '../../runner/revisions/repository.ts';
import { refuseState, stateFolder } from '../../runner/worktrees/state-directory.ts';
import type { Command } from 'commander';
import { end } from '../end-with.ts';
import { parseCount } from '../shared-options.ts';

interface CleanOptions {
  /** How many runs. */
  keep: number;
  dryRun?: boolean;
}

export function declareCommand(command: Command): void {
  command
    .option('--keep <number>', 'the newest runs to keep', parseCount, 5)
    .option('--dry-run', 'only say what would be deleted')
    .action((options: CleanOptions) => end(clean(options)));
}

const kinds: Record<Leftover['kind'], string> = {
  run: 'run',
  checkouts: 'checkouts of a run that was killed',
  builds: 'kept builds',
  artifacts: 'packed artifacts',
  observations: 'what tests were seen to read',
  scratch: 'scratch of a run that was killed',
};

/** `perigee clean`: deletes what runs left in `.perigee`, but for the newest and those that go on. */
async function clean({ dryRun = false, keep }: CleanOptions): Promise<ExitCode> {
  const repository = await openRepository(process.cwd(), process.env);
  await refuseState(repository);
  const state = join(repository.root, stateFolder);
  const runs = await surveyRuns(state, { newest: keep, days: 0 }, new Date());
  const rest = await surveyRest(state);
  const leftovers = [...runs.leftovers, ...rest.leftovers];
  const write = (text: string): void => void process.stdout.write(`${text}\n`);
  for (const { kind, path, bytes } of leftovers) {
    const place = relative(repository.root, path);
    write(
      `${dryRun ? 'would delete' : 'delete'} ${place} (${kinds[kind]}, ${formatQuantity(bytes, 'bytes')})`,
    );
  }
  for (const name of new Set([...runs.inUse, ...rest.inUse])) {
    write(`keep ${name}: a process that runs is using it`);
  }
  const left = dryRun ? [] : await removeLeftovers(repository, leftovers);
  const bytes = leftovers.reduce((sum, each) => sum + each.bytes, 0);
  write(
    leftovers.length === 0
      ? `nothing to delete: the newest ${keep} runs stay`
      : `${dryRun ? 'would free' : 'freed'} ${formatQuantity(bytes, 'bytes')}; the newest ${keep} runs stay`,
  );
  for (const path of left) process.stderr.write(`perigee: ${path} could not be deleted\n`);
  return left.length === 0 ? exitCode.nothingRegressed : exitCode.couldNotMeasure;
}
