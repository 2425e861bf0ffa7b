import { formatDay } from '../../../src/contract/format-time.ts';
import type { SeriesVerdict, Verdict } from '../../../src/contract/documents.ts';
import { defaultGate } from '../../../src/contract/gate.ts';
import { seriesKey } from '../../../src/contract/series-key.ts';
import type { SuitePlaces } from '../../../src/report/annotations/annotate-rules.ts';
import { linkRules } from '../../../src/report/pull-request/foot.ts';
import type {
  PullRequestView,
  ViewLinks,
  ViewState,
} from '../../../src/report/pull-request/view.ts';
import { linkJobs } from '../../../src/transport/ci/job-links.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import type { Judging } from '../change/read-configuration.ts';
import type { Requirement } from '../github/github-side.ts';
import { subjectKey } from '../subject.ts';
import { viewAccept, viewJudgement } from '../view-judgement.ts';
import { describeConfigurationChange } from './describe-configuration-change.ts';
import { listNotes } from './list-notes.ts';
import type { Look, LookContext } from './look.ts';
import { readHistory } from './read-history.ts';

const statisticsDays = 30;
const dayMs = 24 * 60 * 60_000;

/**
 * The content of check and comment.
 * @returns undefined where nothing is said
 */
export async function makeView(
  { ports }: LookContext,
  look: Look,
): Promise<PullRequestView | undefined> {
  const state = viewState(look);
  if (state === undefined) return undefined;
  const { change, configuration, facts } = look;
  const { id, name, owner } = change.subject.repository;
  const newest = facts.attempts.at(-1)?.verdict;
  const today = formatDay(newest?.build.startedAt ?? facts.nowMs);
  const configurationChange = describeConfigurationChange(configuration, newest, {
    today,
    targetBranch: change.targetBranch,
  });
  const verdict = 'judgement' in state ? state.judgement.verdict : undefined;
  const repository = `${owner}/${name}`;
  const worst = verdict && findWorst(look, verdict);
  const history = verdict && worst && (await readHistory(ports, repository, verdict, worst));
  const { judging } = configuration;
  const statistics = ports.ledger.readStatistics(id, facts.nowMs - statisticsDays * dayMs);
  const { judged, red, cleared, confirmed, blindSpots } = statistics;
  const requirement = await readRequirement(ports, look);
  return {
    ...{ head: change.head, kind: change.kind, state, fork: change.fork },
    links: { ...(await findLinks(ports, look)), ...linkWorst(ports, repository, look, worst) },
    ...findUntouchedShards(look),
    ...(requirement === 'unknown' ? {} : { isRequired: requirement === 'required' }),
    ...(facts.configuration.kind === 'none' ? { brings: facts.configuration.brings } : {}),
    ...(judging === undefined ? {} : { suite: judging.planned.name, places: findPlaces(judging) }),
    ...(configurationChange === undefined ? {} : { configuration: configurationChange }),
    accepts: facts.accepts
      .filter((accept) => isOfThis(accept, look))
      .map((accept) => viewAccept(accept, verdict)),
    ...(history === undefined ? {} : { history }),
    statistics: { days: statisticsDays, judged, red, cleared, confirmed, blindSpots },
    ...findHint(ports, look, requirement),
    notes: await listNotes(ports.github, look),
  };
}

/** Once something is judged, no job has to know it any more. */
function findUntouchedShards({ decision, measurements }: Look): Pick<PullRequestView, 'untouched'> {
  const { untouched } = measurements;
  const isOpen = decision.state.kind === 'waiting' || decision.state.kind === 'measuring';
  return isOpen && untouched !== undefined ? { untouched } : {};
}

function isOfThis({ commit, number }: Look['facts']['accepts'][number], { facts }: Look): boolean {
  if (number === undefined) return facts.kind === 'push' && commit === facts.head;
  return facts.pullRequests.includes(number);
}

function findPlaces({ moved, planned }: Judging): SuitePlaces {
  const placeOfTest = new Map<string, string>();
  for (const { name, where } of planned.tests) {
    if (where !== undefined) placeOfTest.set(name, where);
  }
  return { placeOfTest, moved };
}

/** The series that a reader looks at first, where something is wrong at all. */
function findWorst({ decision }: Look, verdict: Verdict): SeriesVerdict | undefined {
  const [worst] = ('judgement' in decision.state && decision.state.judgement?.series) || [];
  return worst && verdict.series.find((one) => seriesKey(one) === worst.key);
}

function linkWorst(
  { seriesUrl }: LookContext['ports'],
  repository: string,
  { measurements }: Look,
  series: SeriesVerdict | undefined,
): Pick<ViewLinks, 'history'> {
  const key = measurements.current?.key;
  if (key === undefined || series === undefined) return {};
  const history = seriesUrl({ repository, suite: key.suite, series, run: key.runId });
  return history === undefined ? {} : { history };
}

/** Once a run has ended, its logs; before there is nothing in them to look for. */
async function findLinks(
  { ledger, pageUrl }: LookContext['ports'],
  { change, facts, measurements }: Look,
): Promise<ViewLinks> {
  const { current } = measurements;
  if (current === undefined) return { logs: {} };
  const before = facts.attempts.at(-1)?.verdict.build.before.commit;
  const { key, run, side, attempts = [] } = current;
  const page = key === undefined || attempts.length === 0 ? undefined : pageUrl(key);
  const queued =
    change.kind === 'push' ? ledger.listRuns(change.subject.repository.id, change.head) : [];
  const other = queued.find(({ runId }) =>
    measurements.history.every((one) => one.run.runId !== runId),
  );
  const queue = other && pageUrl(other);
  const jobs = run.status === 'completed' ? await listJobs() : [];
  return {
    run: run.url,
    ...linkRules(run.url, before),
    ...(page === undefined ? {} : { page }),
    ...(queue === undefined ? {} : { queue }),
    logs: linkJobs(undefined, jobs),
  };

  async function listJobs() {
    const all = await side.listJobs(run).catch((error: unknown) => {
      // The pages of jobs only help.
      if (error instanceof Refused) return [];
      throw error;
    });
    return all.map(({ name, url, conclusion = '' }) => ({
      ...{ name, url },
      hasFailed: ['failure', 'timed_out', 'cancelled'].includes(conclusion),
    }));
  }
}

/** Asked once there is something to merge by, or to stop a merge with. Nothing stops what was pushed. */
async function readRequirement(
  { github }: LookContext['ports'],
  { change, decision: { check } }: Look,
): Promise<Requirement> {
  const { kind, subject, targetBranch } = change;
  if (kind === 'push' || check.status !== 'completed') return 'unknown';
  return github.readRequirement(subject.repository, targetBranch);
}

/** Says that nothing waits for a red check: at the first one, and where it was said before. */
function findHint(
  { ledger }: LookContext['ports'],
  { change }: Look,
  requirement: Requirement,
): Pick<PullRequestView, 'hint'> {
  if (change.kind !== 'pull-request' || requirement !== 'not-required') return {};
  const { subject, targetBranch: branch } = change;
  const isTold = ledger.tellOnce(
    subject.repository.id,
    `not-required ${branch}`,
    subjectKey(subject),
  );
  return isTold ? { hint: { kind: 'not-required', branch } } : {};
}

/** @returns undefined for a state without a check and comment */
function viewState({ change, configuration, decision, facts }: Look): ViewState | undefined {
  const { check, state } = decision;
  const blocks = check.status === 'completed' && !passing.has(check.conclusion);
  const { pipeline, workflow } = configuration.gate ?? defaultGate;
  const measuredBy = pipeline === undefined ? { workflow } : { pipeline };
  // Buildkite builds the head as it is.
  const isStopped = pipeline === undefined && change.pullRequest?.conflicts === true;
  const conflict = isStopped ? { conflictsWith: change.targetBranch } : {};
  switch (state.kind) {
    case 'not-set-up':
    case 'left-alone':
      return undefined;
    case 'configuration-invalid':
      return { kind: state.kind, error: state.error, mends: state.mends, blocks };
    case 'not-relevant':
      return { kind: state.kind };
    case 'untouched':
      return { kind: state.kind, tests: state.tests };
    case 'waiting': {
      const { awaitsApproval, kind } = state;
      return { kind, measuredBy, awaitsApproval, ...conflict, ...findObstacle(state) };
    }
    case 'no-run': {
      const { awaitsApproval, kind, waitedMs } = state;
      const why = { ...conflict, ...findObstacle(state) };
      return { kind, waitedMs, measuredBy, blocks, awaitsApproval, ...why };
    }
    case 'measuring':
      return { kind: state.kind, attempt: state.run.attempt };
    case 'run-failed': {
      const { isOfOtherBase, kind, refusals, run } = state;
      const conclusion = run.conclusion ?? run.status;
      return { kind, conclusion, refusals, blocks, isOfOtherBase };
    }
    case 'confirming':
      return { kind: state.kind, judgement: viewJudgement(state.judgement, problems(facts)) };
    case 'judged': {
      const isSecondMissing =
        state.judgement.unconfirmed !== undefined && facts.confirmation?.kind === 'requested';
      const judgement = {
        ...viewJudgement(state.judgement, problems(facts)),
        ...(isSecondMissing ? { secondIsMissing: true } : {}),
      };
      return { kind: state.kind, outcome: state.outcome, blocks, judgement };
    }
  }
}

function findObstacle({ obstacle }: { obstacle?: string }): { obstacle?: string } {
  return obstacle === undefined ? {} : { obstacle };
}

/** GitHub's words for what lets a merge pass. */
const passing: ReadonlySet<string> = new Set(['success', 'neutral', 'skipped']);

/** An unused artifact is reported beside a verdict from the others. */
function problems({ refusals }: Look['facts']) {
  return refusals.map((message) => ({ code: 'artifact-refused', message: message.slice(0, 2000) }));
}
