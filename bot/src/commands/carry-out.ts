import { baseChanged } from '../../../src/report/pull-request/what-now.ts';
import { expectLabel } from '../../../src/contract/gate.ts';
import { renderGateRecord } from '../../../src/report/gate/render-gate-markdown.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import type { GithubSide } from '../github/open-github-side.ts';
import { answerFor } from '../main-branch/watch-gate.ts';
import { explainRefusedRerun, type Rerun } from '../runs/run.ts';
import type { Repository, Subject } from '../subject.ts';
import { acceptSeries, explainAccept, revokeAccept } from './accept-series.ts';
import {
  listAccepts,
  quoteLine,
  formatPerson,
  formatSentence,
  formatName,
  listNames,
} from './format-answer.ts';
import { answerOnIssue } from './answer-on-issue.ts';
import type { Answer, Asked, CommandPorts } from './answer.ts';
import { type Command, type ParsedCommand, describeHelp, writersOnly } from './command.ts';
import { explainSeries } from './explain-series.ts';
import { readSituation } from './read-situation.ts';

/** On a public repository any user may comment: this many a day on one pull request are enough. */
const mostForOutsiders = 5;
const dayMs = 24 * 60 * 60_000;

/** Does one command of one person once, and answers below it. */
export async function carryOut(
  ports: CommandPorts,
  asked: Asked,
  parsed: ParsedCommand,
): Promise<void> {
  const { github, ledger, logger, nowMs } = ports;
  const { repository, number, key } = asked;
  const known = ledger.findAnswer(repository.id, key);
  if (known !== undefined) {
    // It was done; whether it was also said, GitHub knows.
    ports.wake(subjectOf(asked));
    await github.reply(repository, number, key, known.text);
    return;
  }
  const { outsiders } = ports;
  const isTooMuch = (): boolean =>
    ledger.countAnswersToOutsiders(repository.id, number, nowMs() - dayMs) >= mostForOutsiders;
  const leave = (): void =>
    logger.log('info', 'leaves a command unanswered: too many by people without write access', {
      repository: `${repository.owner}/${repository.name}`,
      number,
    });
  // The next one of a storm costs no question.
  if (outsiders.isKnown(repository.id, asked.by) && isTooMuch()) {
    leave();
    return;
  }
  const isWriter = await mayWrite(github, repository, asked.by);
  if (!isWriter) {
    outsiders.note(repository.id, asked.by);
    if (isTooMuch() || !outsiders.mayHaveAnswer(repository.id, asked.by)) {
      leave();
      return;
    }
  }
  const answer =
    isWriter || !writersOnly.has(parsed.command.kind)
      ? await answerCommand(ports, asked, parsed.command)
      : { text: refuse(asked) };
  const text = frame(asked, parsed, answer.text);
  ledger.keepAnswer(repository.id, key, { number, text, toOutsider: !isWriter }, nowMs());
  if (answer.wakes !== undefined) ports.wake(answer.wakes);
  await github.reply(repository, number, key, text);
}

/** Asked each time: yesterday's permission says nothing about today. */
export async function mayWrite(
  github: Pick<GithubSide, 'readPermission'>,
  repository: Repository,
  login: string,
): Promise<boolean> {
  try {
    const permission = await github.readPermission(repository, login);
    return permission === 'admin' || permission === 'write';
  } catch (error) {
    if (error instanceof Refused && !error.isOfInstallation) return false;
    throw error;
  }
}

async function answerCommand(ports: CommandPorts, asked: Asked, command: Command): Promise<Answer> {
  try {
    return await answer(ports, asked, command);
  } catch (error) {
    if (!(error instanceof Refused) || error.isOfInstallation) throw error;
    return { text: `That could not be done: ${formatSentence(explainRefused(command, error))}` };
  }
}

function subjectOf({ repository, number, pushed }: Asked): Subject {
  if (pushed !== undefined) return { kind: 'push', repository, commit: pushed };
  return { kind: 'pull-request', repository, number };
}

async function answer(ports: CommandPorts, asked: Asked, command: Command): Promise<Answer> {
  const { repository, number, pushed } = asked;
  if (command.kind === 'wrong') return { text: describeMistake(command) };
  if (command.kind === 'accept-how') return explainAccept(ports, asked);
  if (pushed !== undefined) return answerOnIssue(ports, { ...asked, pushed }, command);
  switch (command.kind) {
    case 'accept':
      return acceptSeries(ports, asked, command);
    case 'rerun':
      return rerunTests(ports, asked, command.test);
    case 'expect':
      return expectImproved(ports, asked);
    case 'explain':
      return explainSeries(ports, asked, command.what);
    case 'revoke':
      return revokeAccept(ports, asked, command.id);
    case 'alert':
    case 'bisect':
      return { text: 'Not here: the issue about what made the default branch slower takes it.' };
    case 'accepts': {
      const standing = ports.ledger.listAccepts(repository.id, ports.nowMs());
      return { text: listAccepts(standing.filter((accept) => accept.number === number)) };
    }
    case 'gate':
      return { text: renderGateRecord(answerFor(ports, repository)) };
    case 'help':
      return { text: describeHelp() };
  }
}

function refuse({ by }: Asked): string {
  return `Sorry, ${formatPerson(by)}: only people with write access to this repository can do that. One of them can repeat the command for you. Everybody can use \`/perigee explain\` and \`/perigee help\`.`;
}

function explainRefused({ kind }: Command, error: Refused): string {
  return kind === 'rerun' ? explainRefusedRerun(error) : error.message;
}

function describeMistake({ usage, why }: Extract<Command, { kind: 'wrong' }>): string {
  const written = usage === undefined ? [] : [`It is written \`${usage}\`.`];
  const help = '`/perigee help` lists all commands.';
  return [formatSentence(why), ...written, help].join(' ');
}

function frame({ by }: Asked, { asked, more }: ParsedCommand, text: string): string {
  const ignored =
    more === 0
      ? []
      : [`Perigee runs only the first command of a comment and ignored ${more} more.`];
  const quoted = 'line' in asked ? quoteLine(asked.line) : `> ${formatPerson(by)} ${asked.pressed}`;
  return [quoted, text, ...ignored].join('\n\n');
}

/**
 * Has later runs spend their pairs on what may have improved: by a label, which the action reads in the event that
 * started it. It adds pairs up to `maxRepeats` and changes no rule, so it opens no gate.
 */
async function expectImproved(
  { github }: CommandPorts,
  { repository, number }: Asked,
): Promise<Answer> {
  const pull = await github.readPullRequest(repository, number);
  if (pull?.isOpen !== true) {
    return { text: 'The pull request is closed: nothing is measured any more.' };
  }
  await github.addLabel(repository, number, expectLabel);
  const label = formatName(expectLabel);
  return {
    text: `This pull request has the label ${label} now. From the next push on, the action spends the pairs, up to \`maxRepeats\`, on every test that may have improved. A re-run does not: GitHub starts it with the labels that the pull request had. On Buildkite, write \`expect: improved\` in the step instead. Thresholds and the check are the same. To end it, remove the label.`,
  };
}

/**
 * Has the head measured again: the shard of one test, else the shards that failed, else all of them. It adds
 * an attempt, and takes none back: who runs it again until it is green has gained nothing.
 */
async function rerunTests(
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
  const { state } = situation.decision;
  if (state.kind === 'run-failed' && state.isOfOtherBase) {
    return { text: `**${baseChanged.seen}** What now: ${baseChanged.remedy}`, wakes: subject };
  }
  const { plan, run, side } = current;
  const total = plan?.total ?? configuration.judging?.planned.shards.total ?? 1;
  if (test === undefined) {
    return { text: formatRerun(await side.measureAllAgain(run, total)), wakes: subject };
  }
  const isIt = (label: string): boolean => label === test || plan?.nameOf(label) === test;
  const shards = [...facts.shardOf].flatMap(([label, shard]) => (isIt(label) ? [shard] : []));
  if (shards.length === 0) {
    const known = [...facts.shardOf.keys()];
    const list = known.length === 0 ? '' : ` There are: ${listNames(known)}.`;
    return { text: `There is no test ${formatName(test)} here.${list}` };
  }
  const rerun = await side.measureAgain(run, shards, total);
  return { text: formatRerun(rerun), wakes: subject };
}

function formatRerun(rerun: Rerun): string {
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
      const names = rerun.jobs.map(formatName).join(', ');
      return rerun.jobs.length === 1
        ? `The job ${names} is run again. ${rule}`
        : `The jobs ${names} are run again. ${rule}`;
    }
  }
}
