import { createHash } from 'node:crypto';
import type { GateAnswer, GateAlarm } from '../../../src/contract/gate-record.ts';
import { alarmDays, answerGate } from '../../../src/gate/record/answer-gate.ts';
import { renderGateIssue } from '../../../src/report/gate/render-gate-markdown.ts';
import { nearestName } from '../../../src/suite/nearest-name.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import type { WorkflowRun } from '../github/github-side.ts';
import type { GithubSide } from '../github/open-github-side.ts';
import { isSameText } from '../../../src/transport/github/markers.ts';
import type { LookPorts } from '../ports.ts';
import type { Repository } from '../subject.ts';
import {
  type BuildkiteControlPorts,
  collectBuildkiteControls,
  collectControls,
  type ControlPorts,
} from './collect-controls.ts';

const dayMs = 24 * 3_600_000;
/** What comments and the issue show. */
export const recordDays = 30;

/** What the gate of a repository did, and what is wrong with it. */
export function answerFor(
  { ledger, nowMs }: Pick<LookPorts, 'ledger' | 'nowMs'>,
  { id }: Pick<Repository, 'id'>,
): GateAnswer {
  const now = nowMs();
  const { accepted, blindSpots } = ledger.readStatistics(id, now - recordDays * dayMs);
  const reverted = ledger.readReverted(id);
  return answerGate(ledger.listGateEntries(id, now - alarmDays * dayMs), {
    ...{ nowMs: now, days: recordDays, findNearest: nearestName, accepted, blindSpots },
    ...(reverted === undefined ? {} : { reverted }),
  });
}

/** Looks after the issue about the gate itself. */
export interface GateWatch {
  /** @throws Unavailable when GitHub does not answer */
  watch(repository: Repository, signal: AbortSignal): Promise<void>;
}

export function createGateWatch(
  ports: ControlPorts &
    BuildkiteControlPorts &
    StartPorts & { github: Pick<LookPorts['github'], 'findIssue' | 'writeIssue'> },
): GateWatch {
  /** What was told last: the same alarms need no question. The figures in the issue may be some days old. */
  const told = new Map<number, string>();
  const settled = new Set<string>();
  /** The app may not be allowed to read runs, or to start them: what is on the record stays. */
  const tryTo = async (follow: () => Promise<void>): Promise<void> => {
    try {
      await follow();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      ports.logger.log('warn', 'positive controls cannot be followed', { why: error.message });
    }
  };
  return {
    async watch(repository, signal) {
      await tryTo(async () => {
        const runs = await collectControls(ports, repository, settled, signal);
        await startControl(ports, repository, runs);
      });
      await tryTo(() => collectBuildkiteControls(ports, repository, settled, signal));
      const answer = answerFor(ports, repository);
      const day = Math.floor(ports.nowMs() / dayMs);
      const keys = answer.alarms.map(keyOf).join(' ');
      const now = keys === '' ? '' : `${day} ${keys}`;
      if (told.get(repository.id) === now) return;
      try {
        await tellAlarms(ports.github, repository, answer);
      } catch (error) {
        // A repository may have no issues, and the app no right to them: `/perigee gate` says the same.
        if (!(error instanceof Refused)) throw error;
        ports.logger.log('warn', 'no issue tells of the gate', { why: error.message });
      }
      told.set(repository.id, now);
    },
  };
}

/** Each takes 13 bytes. */
const mostKeys = 1000;
const marker = 'perigee alarms about the gate';

/**
 * Makes the one issue about the gate of a repository say what is wrong with the gate. It is closed when nothing is. One
 * that a person closed stays so until there is an alarm that it does not name.
 */
export async function tellAlarms(
  github: Pick<GithubSide, 'findIssue' | 'writeIssue'>,
  repository: Repository,
  answer: GateAnswer,
): Promise<void> {
  const isOpen = answer.alarms.length > 0;
  const standing = await github.findIssue(repository, marker);
  if (standing === undefined && !isOpen) return;
  if (standing?.isOpen === false) {
    const named = readKeys(standing.body);
    if (!answer.alarms.some((alarm) => !named.has(keyOf(alarm)))) return;
  }
  const { body: text, title } = renderGateIssue(answer, { marker });
  const body = `${text.trimEnd()}\n\n${writeKeys(answer.alarms)}`;
  if (standing?.isOpen === isOpen && isSameText(standing.body, body)) return;
  const number = standing === undefined ? {} : { number: standing.number };
  await github.writeIssue(repository, { ...number, marker, title, body, isOpen });
}

/** What an alarm is about. An alarm that ended and came back counts as new, since the issue had dropped it. */
function keyOf({ code, subject = '', suite }: GateAlarm): string {
  return createHash('sha256')
    .update(JSON.stringify([code, suite, subject]))
    .digest('hex')
    .slice(0, 12);
}

function writeKeys(alarms: readonly GateAlarm[]): string {
  return `<!-- perigee-alarms ${alarms.slice(0, mostKeys).map(keyOf).join(' ')} -->`;
}

function readKeys(body: string): ReadonlySet<string> {
  const [, keys = ''] = /<!-- perigee-alarms ([0-9a-f ]{0,20000}) ?-->\s*$/.exec(body) ?? [];
  return new Set(keys.split(' '));
}

const hourMs = 3_600_000;
/** A nightly job that is this late does not come any more. */
const lateHours = 36;
/** GitHub runs no job again after 30 days. */
const mostDays = 29;

type StartPorts = Pick<LookPorts, 'ledger' | 'nowMs' | 'logger'> & {
  github: Pick<LookPorts['github'], 'defaultBranch' | 'readFile' | 'listJobs' | 'rerunJob'>;
};

/** As the workflow of `perigee init` calls it: `Control`, and with shards `Control 2`. */
const nameOfJob = /^control\b/i;
/** Where the workflow has no control job any more, none is started: it was removed on purpose. */
const modeOfJob = /^\s*mode:\s*['"]?control\b/m;

/**
 * Where the schedule of a workflow starts no controls any more, the job of the last one is run again: GitHub stops
 * schedules of quiet repositories, and drops some when it is busy. One job at a time, which is all that GitHub takes of
 * a run.
 * @param runs of schedules that have ended, newest first
 * @throws Unavailable, Refused when GitHub does not allow it
 */
export async function startControl(
  { github, ledger, logger, nowMs }: StartPorts,
  repository: Repository,
  runs: readonly WorkflowRun[],
): Promise<void> {
  const last = runs.find(({ id }) => ledger.hasControl(repository.id, String(id)));
  if (last === undefined) return;
  const startedMs = ({ createdAtMs, startedAtMs }: WorkflowRun): number =>
    Math.max(createdAtMs, startedAtMs ?? 0);
  const isLate = (atMs: number): boolean => nowMs() - atMs > lateHours * hourMs;
  const ofWorkflow = runs.filter(({ path }) => path === last.path);
  if (!ofWorkflow.every((run) => isLate(startedMs(run)))) return;
  if (nowMs() - last.createdAtMs > mostDays * 24 * hourMs) return;
  const branch = await github.defaultBranch(repository);
  const workflow = await github.readFile(repository, last.path, branch);
  if (workflow === undefined || !modeOfJob.test(workflow)) return;
  const jobs = (await github.listJobs(repository, last.id)).filter(({ name }) =>
    nameOfJob.test(name),
  );
  const [first] = jobs.toSorted((a, b) => a.attempt - b.attempt || a.id - b.id);
  if (first === undefined) return;
  await github.rerunJob(repository, first.id);
  logger.log('info', 'started a positive control: the schedule of its workflow is late', {
    repository: `${repository.owner}/${repository.name}`,
    run: last.id,
  });
}
