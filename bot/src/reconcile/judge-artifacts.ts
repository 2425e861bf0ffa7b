import type { ArtifactSource } from '../../../src/transport/artifacts/artifact-store.ts';
import type { BuildOrigin } from '../../../src/transport/artifacts/describe-shard.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import type { AttemptVerdict, RunKey } from '../ledger/ledger.ts';
import type { Run, RunSide } from '../runs/run.ts';
import { isOfSameBase } from '../change/describe-base.ts';
import { describeBasis } from './describe-basis.ts';
import { describeFacts, judgeAttempt } from './judge-attempt.ts';
import {
  chooseArtifacts,
  identify,
  listArtifacts,
  type PlaceArtifact,
  type ShardArtifact,
  planAttempt,
  planNewest,
} from './list-artifacts.ts';
import { mayProveMore, proveForChange } from './prove-for-change.ts';
import { mayReplace } from './may-replace.ts';
import type { BuildPlan } from '../change/plan-build.ts';
import type { LookPorts } from '../ports.ts';
import type { Change } from '../change/read-change.ts';
import type { Judging } from '../change/read-configuration.ts';
import { keepObserved } from './unpack-observed.ts';
import { lacksUnreachable, type RefusalMemory, type Unusable } from './refusal-memory.ts';
import { notifyShards } from './notify-shards.ts';

/** A run that may have measured a change. */
export interface RunToJudge {
  change: Change;
  judging: Judging;
  /** The side of the CI that ran it. */
  side: RunSide;
  run: Run;
}

export interface RunRequest extends RunToJudge {
  ports: LookPorts;
  memory: RefusalMemory;
  /** A verdict needs large inputs: few are made at the same time. */
  judgeInTurn<T>(work: () => Promise<T>): Promise<T>;
  signal: AbortSignal;
}

export interface JudgedRun {
  run: Run;
  key: RunKey;
  /** Those of this run alone, oldest first. */
  attempts: AttemptVerdict[];
  refusals: string[];
  /** Names of artifacts that were judged and are not there any more. */
  missing: string[];
  /** The plan of the newest attempt. */
  plan?: BuildPlan;
  /** It was measured for another pull request of the same commit, or for another target. */
  isOfOtherBase: boolean;
}

/**
 * Judges the artifacts of a run, attempt by attempt. A verdict is kept in the ledger and made again only when it would
 * be made from something else: another artifact has come, or the thresholds have changed.
 * @throws Unavailable when the artifacts cannot be had now
 */
export async function judgeArtifacts(request: RunRequest): Promise<JudgedRun> {
  const { change, judging, ports, run, side } = request;
  const { repository } = change.subject;
  const suite = judging.planned.name;
  const key = describeKey(change, judging, run);
  const { id: repositoryId, name, owner } = repository;
  const build = { repository: `${owner}/${name}`, repositoryId, runId: run.id };
  const source = side.openSource(run, suite);
  const kept = ports.ledger.readVerdicts(key);
  const own = new Map(
    kept.filter((one) => isOfSameBase(one, change)).map((one) => [one.attempt, one]),
  );
  const evidence = kept.flatMap((one) => one.evidence ?? []);
  const place: PlaceArtifact = (stored, shard) => side.place(run, stored, shard);
  const found = await listArtifacts(source, suite, place, evidence).catch((error: unknown) => {
    if (error instanceof Refused) return error;
    throw error;
  });
  if (found instanceof Refused) {
    const refusal = `the artifacts of this run cannot be listed: ${found.message}`;
    return recallRun(request, { refusals: [refusal] });
  }
  const { artifacts, missing } = found;
  const judged: JudgedRun = {
    ...{ run, key, attempts: [], refusals: found.refusals, missing, isOfOtherBase: false },
    ...planNewest(judging.planned, artifacts, kept),
  };
  const there = new Set(artifacts.map(({ stored }) => identify(stored)));
  const unusable: Unusable[] = [];
  // An attempt whose artifacts are gone stays judged: who deletes them takes back nothing.
  const numbers = new Set([...artifacts, ...kept].map(({ attempt }) => attempt));
  for (const attempt of [...numbers].sort((a, b) => a - b)) {
    const older = own.get(attempt);
    const isGone = artifacts.every((one) => one.attempt !== attempt);
    if (isGone && older === undefined) {
      unusable.push(goneWithOtherBase);
      continue;
    }
    const chosen = chooseArtifacts(artifacts, attempt);
    const plan = planAttempt(judging.planned, chosen, older);
    if (typeof plan === 'string') {
      unusable.push({ refusals: [plan], isOfOtherBase: false });
      continue;
    }
    const isKnown = older !== undefined;
    const isWhole = older?.evidence?.every((one) => there.has(identify(one))) ?? true;
    const isReadyNow = isReady(run, { attempt, isKnown, artifacts: chosen, total: plan.total });
    if (older !== undefined && (isGone || !isWhole || !isReadyNow)) judged.attempts.push(older);
    else if (isReadyNow) {
      const context = { ...request, key, build, source, plan, older };
      const answer = await judgeOnce(context, attempt, chosen);
      if ('verdict' in answer) judged.attempts.push(answer);
      else unusable.push(answer);
    }
  }
  return {
    ...judged,
    refusals: [...found.refusals, ...new Set(unusable.flatMap(({ refusals }) => refusals))],
    isOfOtherBase:
      judged.attempts.length === 0 &&
      unusable.length > 0 &&
      unusable.every(({ isOfOtherBase }) => isOfOtherBase),
  };
}

const goneWithOtherBase: Unusable = {
  refusals: ['it was compared with another base, and its artifacts are gone'],
  isOfOtherBase: true,
};

/**
 * Verdicts that were made while a run's artifacts were there: they stay, without a request.
 * @param options `refusals`: why its artifacts are not available; `keptUntilMs`: only verdicts kept by then
 */
export function recallRun(
  { change, judging, ports, run }: Omit<RunToJudge, 'side'> & { ports: Pick<LookPorts, 'ledger'> },
  options: { keptUntilMs?: number; refusals?: string[] } = {},
): JudgedRun {
  const key = describeKey(change, judging, run);
  const { ledger } = ports;
  const isOwn = (one: AttemptVerdict): boolean => isOfSameBase(one, change);
  const attempts = ledger.readVerdicts(key, options).filter(isOwn);
  const others = attempts.length > 0 ? [] : ledger.readVerdicts(key);
  return {
    ...{ run, key, attempts, refusals: options.refusals ?? [], missing: [] },
    ...planNewest(judging.planned, [], attempts),
    isOfOtherBase: others.length > 0 && !others.some(isOwn),
  };
}

function describeKey({ subject }: Change, { planned }: Judging, run: Run): RunKey {
  return { repositoryId: subject.repository.id, suite: planned.name, runId: run.id };
}

/** The steps of a pull request can begin a build of Buildkite for any branch, with any environment. */
function isBegunByPush({ origin }: Run): boolean {
  return 'event' in origin ? origin.event === 'push' : origin.source === 'webhook';
}

interface AttemptContext extends RunRequest {
  key: RunKey;
  build: BuildOrigin;
  source: ArtifactSource;
  plan: BuildPlan;
  older: AttemptVerdict | undefined;
}

async function judgeOnce(
  context: AttemptContext,
  attempt: number,
  artifacts: readonly ShardArtifact[],
): Promise<AttemptVerdict | Unusable> {
  const { build, change, judging, key, memory, older, plan, ports, run, signal, source } = context;
  const basis = describeBasis(context, artifacts);
  if (older?.basis === basis && !memory.isWorthATry(older) && !mayProveMore(context, older)) {
    return older;
  }
  // It cannot be made again from all of the same.
  if (older !== undefined && artifacts.some(isExpired)) return older;
  const known = memory.read(basis);
  if (known !== undefined) return older ?? known;
  const { repository } = change.subject;
  const { verdict, fresh, observed, refusals, isOfOtherBase } = await context.judgeInTurn(() =>
    judgeAttempt({
      ...{ source, attempt, artifacts, build, judging, plan },
      readers: ports.readers,
      ...{ targetBranch: change.targetBranch, after: change.head },
      branch: change.headBranch,
      before: change.before,
      facts: describeFacts(change, run, build.repository),
      ...(change.kind === 'push'
        ? {
            push: {
              isBefore: async (commit) =>
                (await ports.github.findMergeBase(repository, commit, change.head)) === commit,
            },
          }
        : proveForChange(context)),
    }),
  );
  if (isBegunByPush(run)) {
    keepObserved(ports, { repositoryId: repository.id, suite: key.suite }, plan, observed);
  }
  const wasTried = memory.noteTried(basis);
  if (verdict === undefined) {
    const unusable = { refusals, isOfOtherBase };
    memory.keep(basis, unusable);
    return older ?? unusable;
  }
  const evidence = artifacts.map(({ stored: { bytes, id, name } }) => ({ bytes, id, name }));
  const { packed, ...rest } = verdict;
  const judged: AttemptVerdict = { ...rest, basis, evidence };
  if (older !== undefined && !mayReplace(older, judged)) {
    // Unreachable artifacts are tried once more.
    const why = `what came later for attempt ${attempt} does not replace its verdict`;
    const isSettled = wasTried || !lacksUnreachable(judged);
    if (isSettled) memory.keep(basis, { refusals: [why], isOfOtherBase: false });
    return older;
  }
  await notifyShards(ports, { ...build, store: run.platform }, fresh, signal);
  ports.ledger.keepVerdict(key, change.head, { ...judged, packed }, ports.nowMs());
  return judged;
}

const isExpired = ({ stored }: ShardArtifact): boolean => stored.isExpired === true;

interface Begun {
  attempt: number;
  /** Judged before. */
  isKnown: boolean;
  artifacts: readonly ShardArtifact[];
  total: number;
}

/**
 * Before a run has ended, only a whole attempt is judged: otherwise each artifact would judge it again. On
 * Buildkite several attempts may be at work, and whether each has ended only the run tells.
 */
function isReady(run: Run, { artifacts, attempt, isKnown, total }: Begun): boolean {
  if (run.status === 'completed') return true;
  if (run.platform === 'buildkite') return isKnown;
  if (attempt < run.attempt) return true;
  const there = new Set(
    artifacts.filter(({ shard }) => shard.total === total).map(({ shard }) => shard.index),
  );
  return there.size === total;
}
