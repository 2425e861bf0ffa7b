import pLimit from 'p-limit';
import type { Alert } from '../../contract/alerts.ts';
import type { SuiteBudget } from '../../contract/suite.ts';
import type { GateAnswer } from '../../contract/gate-record.ts';
import type { GateReader } from '../../settings/gate/read-gate.ts';
import type { StoreReader } from '../../store/series-store.ts';
import type { Answers, Repositories } from './answers.ts';
import { readVerdict } from './compare-sides.ts';
import { ApiProblem } from './http/api-problem.ts';
import type { ApiRequest, Given, Operation } from './http/read-request.ts';
import {
  type DigestsOfRepository,
  type InTurn,
  keepDigests,
  type KeptDigests,
} from './history/keep-digests.ts';
import { type Catalogue, readCatalogue } from './repository/catalogue.ts';
import { keepWorthTelling } from './history/follow-series.ts';
import { compareCommits } from './routes/compare-commits.ts';
import { describeBuild, listBuilds } from './routes/describe-build.ts';
import { listAlerts } from './routes/list-alerts.ts';
import { listSeries } from './routes/list-series.ts';
import { readBuild } from './routes/read-build.ts';
import { readMachines } from './routes/read-machines.ts';
import { readOverview } from './routes/read-overview.ts';
import { readSeries } from './routes/read-series.ts';
import type { RouteContext } from './routes/route.ts';

/** Below a repository; all of them look at what its store has now. */
const routes: Record<
  Exclude<Operation, 'listRepositories' | 'readGate' | 'listAlerts'>,
  (context: RouteContext) => Answers[keyof Answers] | Promise<Answers[keyof Answers]>
> = {
  ...{ compareCommits, listBuilds, listSeries, readBuild, readMachines, readOverview, readSeries },
};

export interface FolderBudgets {
  repository: string;
  ofSuites: readonly SuiteBudget[];
}

export interface ExplorerPorts {
  reader: StoreReader;
  /** The digests from before this process began; empty if nothing is known. */
  recall(repository: string): KeptDigests;
  keep(repository: string, digests: KeptDigests): void;
  /** Called whenever nothing of a repository is left to work out. */
  note?(this: void, repository: string, kept: KeptDigests, of: Catalogue): void;
  /** Called when something of a repository could not be worked out. */
  fail?(this: void, repository: string, error: unknown): void;
  clockMs(): number;
  /** The bot's record of its gates; undefined if there is no bot, or none yet. */
  findGate?(
    this: void,
  ): Pick<GateReader, 'answer' | 'judgedOf' | 'listBudgets' | 'readVersion'> | undefined;
  /** For a folder with a perigee.yml, where no bot reads it. */
  readBudgets?(this: void): FolderBudgets | undefined;
  /** Newest first. */
  readAlerts?(repository: string): Alert[];
}

/** Others write at any time what these answer, and to read it is quick. */
const neverKept: ReadonlySet<Operation> = new Set(['listRepositories', 'readGate', 'listAlerts']);

/** They say what became of builds, which a bot writes after the store has them. */
const verdictOperations: ReadonlySet<Operation> = new Set([
  ...(['listBuilds', 'listSeries', 'readBuild', 'readOverview', 'readSeries'] as const),
]);

type Answer = Answers[keyof Answers] | GateAnswer;

export interface Explorer {
  /** Equal for equal answers, as long as this process lasts. @throws ApiProblem; StoreUnavailable */
  stamp(request: ApiRequest): Promise<string>;
  /** @throws ApiProblem; StoreUnavailable */
  answer(request: ApiRequest): Promise<Answer>;
  /** Resolves when everything that was asked about is worked out. */
  settled(): Promise<void>;
}

/** For what is known of repositories: less than half of the heap, because answers and the work need room too. */
const mostKnownBytes = 100_000_000;

/** For a store that cannot say whether it changed, and for one that changes all the time. */
const lookAgainMs = 5_000;
/** To list spans takes a store elsewhere long. New ones come with builds, but perhaps a moment after them. */
const listAgainMs = 60_000;

interface KnownRepository {
  catalogue: Catalogue;
  digests: DigestsOfRepository;
  version: string | undefined;
  lookedMs: number;
  /** When its spans were listed. */
  listedMs: number;
  looks: number;
  bytes: number;
}

/** Answers what people look at, from one store. What takes long is worked out once, and kept. */
export function createExplorer(ports: ExplorerPorts): Explorer {
  const { clockMs, fail, findGate, keep, note, readAlerts, readBudgets, reader, recall } = ports;
  /** The last one was used last. */
  const known = new Map<string, KnownRepository>();
  const inTurn: InTurn = pLimit(1);
  return {
    stamp: async ({ operation, given }) => {
      if (neverKept.has(operation)) return `${clockMs()}`;
      const { digests, looks, version = '' } = await look(given);
      const judged = verdictOperations.has(operation) ? (findGate?.()?.readVersion() ?? '') : '';
      const budgets = operation === 'readOverview' ? JSON.stringify(readBudgets?.() ?? '') : '';
      return `${version}.${looks}.${digests.stamp()}.${judged}.${budgets}`;
    },
    answer: async ({ operation, given }) => {
      if (operation === 'listRepositories') return listRepositories();
      if (operation === 'readGate') {
        const when = { nowMs: Date.now(), days: Number(given['days']) };
        const found = findGate?.()?.answer(String(given['repository']), when);
        if (found === undefined) await look(given);
        return found ?? { alarms: [] };
      }
      if (operation === 'listAlerts') {
        const { catalogue } = await look(given);
        return listAlerts(readAlerts?.(String(given['repository'])) ?? [], given, catalogue);
      }
      const { catalogue, digests: kept } = await look(given);
      const digests = { ...kept, find: keepWorthTelling(catalogue, kept.find) };
      const judged = verdictOperations.has(operation)
        ? findGate?.()?.judgedOf(catalogue.repository)
        : undefined;
      return routes[operation]({
        ...{ reader, catalogue, digests, given },
        describeBuild: (build) => describeBuild(build, judged?.(build)),
        verdictOf: openVerdicts(catalogue, judged),
        listBudgets: () => listBudgets(catalogue.repository),
        listAlerts: () => readAlerts?.(catalogue.repository) ?? [],
        hasGate: () => {
          const asked = { nowMs: Date.now(), days: 365 };
          return findGate?.()?.answer(catalogue.repository, asked) !== undefined;
        },
      });
    },
    settled: async () => {
      for (const { digests } of known.values()) await digests.settled();
    },
  };

  function listBudgets(repository: string): SuiteBudget[] | undefined {
    const kept = findGate?.()?.listBudgets(repository);
    const budgets = readBudgets?.();
    return kept ?? (budgets?.repository === repository ? [...budgets.ofSuites] : undefined);
  }

  async function look(given: Given): Promise<KnownRepository> {
    const found = await findRepository(given);
    found.digests.follow(found.catalogue);
    await found.digests.soon();
    return found;
  }

  async function findRepository({ repository: asked }: Given): Promise<KnownRepository> {
    const repository = String(asked);
    const before = known.get(repository);
    const version = await reader.readVersion();
    const isFresh = before !== undefined && clockMs() - before.lookedMs < lookAgainMs;
    if (isFresh || (before !== undefined && version !== undefined && version === before.version)) {
      known.delete(repository);
      known.set(repository, before);
      return before;
    }
    const isListed = before !== undefined && clockMs() - before.listedMs < listAgainMs;
    const catalogue = await readCatalogue(
      reader,
      repository,
      isListed ? before.catalogue : undefined,
    );
    if (catalogue === undefined) {
      before?.digests.stop();
      known.delete(repository);
      throw new ApiProblem(404, 'There are no builds of this repository. List the repositories.');
    }
    const digests =
      before?.digests ??
      keepDigests(reader, recall(repository), {
        inTurn,
        verdictsOf: (of) => openVerdicts(of, findGate?.()?.judgedOf(of.repository)),
        fail: (error) => fail?.(repository, error),
        keep: (kept) => keep(repository, kept),
        note: (kept, of) => note?.(repository, kept, of),
      });
    const isSame = before !== undefined && isAlike(before.catalogue, catalogue);
    const looks = (before?.looks ?? 0) + (isSame ? 0 : 1);
    const bytes = estimateBytes(catalogue);
    const lookedMs = clockMs();
    const listedMs = catalogue === before?.catalogue ? before.listedMs : lookedMs;
    const found = { catalogue, digests, version, lookedMs, listedMs, looks, bytes };
    known.delete(repository);
    known.set(repository, found);
    makeRoom(found);
    return found;
  }

  function makeRoom(newest: KnownRepository): void {
    let taken = [...known.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [repository, one] of known) {
      if (taken <= mostKnownBytes || one === newest) return;
      taken -= one.bytes;
      known.delete(repository);
      one.digests.stop();
    }
  }

  async function listRepositories(): Promise<Repositories> {
    const repositories: Repositories['repositories'] = [];
    for (const repository of await reader.listRepositories()) {
      const [newest] = await reader.listBuilds(repository, 1);
      const builds = await reader.countBuilds(repository);
      repositories.push({
        repository,
        suites: [...builds.keys()],
        builds: [...builds.values()].reduce((sum, one) => sum + one, 0),
        ...(newest === undefined ? {} : { newestBuild: describeBuild(newest) }),
      });
    }
    return { repositories };
  }
}

function openVerdicts(
  { formerIds }: Catalogue,
  judged: ReturnType<GateReader['judgedOf']> | undefined,
): RouteContext['verdictOf'] {
  return (build) => readVerdict(build.suite, judged?.(build) ?? build.local ?? {}, formerIds);
}

/** As measured with builds of one to twenty metrics, and digests of fifty levels. */
function estimateBytes({ builds, series }: Catalogue): number {
  const metrics = builds.reduce((sum, build) => sum + build.metrics.length, 0);
  return 900 * builds.length + 70 * metrics + 3_000 * series.size;
}

function isAlike(a: Catalogue, b: Catalogue): boolean {
  const [first, second] = [a, b].map(({ digests, series }) =>
    JSON.stringify([[...digests], [...series.keys()]]),
  );
  return first === second;
}
