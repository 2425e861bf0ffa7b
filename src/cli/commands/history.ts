import { exitCode, type ExitCode } from '../../contract/user-error.ts';
import { describeHistories } from '../history/describe-histories.ts';
import { readBranch } from '../history/read-branch.ts';
import { tellHistories } from '../history/tell-histories.ts';
import type { HistoryOptions } from '../options.ts';
import { terminalOptions } from '../terminal-options.ts';

/** `perigee history`: what commits are worth, where series changed, and what many changes add up to. */
export async function showHistory(
  asked: string | undefined,
  options: HistoryOptions,
): Promise<ExitCode> {
  const { histories: found, machines } = await readBranch(asked, options);
  const text =
    options.format === 'json'
      ? `${JSON.stringify(describeHistories(found), null, 2)}\n`
      : tellHistories(found, asked !== undefined, terminalOptions(process.stdout)) +
        tellCanaries(asked === undefined ? machines.length : 0);
  process.stdout.write(text);
  const isBlocked = found.followed.some(
    ({ budget, history }) =>
      budget?.action === 'block' && history.creep.some(({ isOver }) => isOver),
  );
  if (isBlocked) return exitCode.regressed;
  const isUnread = found.followed.some(
    ({ budget, history }) => budget?.action === 'block' && history.unread.length > 0,
  );
  return isUnread ? exitCode.couldNotMeasure : exitCode.nothingRegressed;
}

/** Their levels tell of machines, so they are no history of commits. */
function tellCanaries(machines: number): string {
  if (machines === 0) return '';
  const kinds = machines === 1 ? 'one kind of machine' : `${machines} kinds of machine`;
  return `\nCanaries of ${kinds}: the page Machines of the dashboard (\`perigee open\`) shows whether the machines changed\n`;
}
