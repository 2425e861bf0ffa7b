import type { WorkflowRun } from '../../../bot/src/github/github-side.ts';
import type { GithubSide } from '../../../bot/src/github/open-github-side.ts';
import { formatMarker } from '../../../src/report/markdown-text.ts';
import { listTrees } from '../servers/fake/list-trees.ts';
import { appAuthor, listHistory, readName, resolve, type World } from './world.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';

/** The port over a world. What is written is in the world at once. */
export function openWorld(world: World): GithubSide {
  const nextId = (): number => (world.lastId += 1);
  const rerun = (runId: number, jobId?: number): void => {
    world.reruns.push({ runId, ...(jobId === undefined ? {} : { jobId }) });
    if (world.refusesReruns !== undefined) throw new Refused('ci-not-allowed', world.refusesReruns);
    const run = findRun(runId);
    if (run?.status !== 'completed')
      throw new Refused('ci-not-allowed', 'the run is already running');
    run.attempt += 1;
    run.startedAtMs = world.nowMs;
    run.status = 'queued';
    delete run.conclusion;
    world.onRerun(run, jobId);
  };
  const findRun = (id: number): WorkflowRun | undefined => world.runs.find((run) => run.id === id);
  const side: GithubSide = {
    listScheduledRuns: async () =>
      structuredClone(world.runs.filter(({ event }) => event === 'schedule')),
    readPullRequest: async (_, number) => copy(world.pulls.get(number)),
    listOpenPullRequests: async () => [...world.pulls.values()].filter(({ isOpen }) => isOpen),
    findPullRequests: async (_, head) =>
      [...world.pulls.values()].filter((pull) => pull.isOpen && pull.head === head),
    listWorkflowRuns: async (_, head) =>
      world.runs
        .filter((run) => run.head === head)
        .toReversed()
        .map((run) => ({ ...run })),
    readWorkflowRun: async (_, id) => copy(findRun(id)),
    findRunOrigin: async (_, id) => copy(findRun(id)),
    listJobs: async (_, id) => world.jobs.get(id) ?? [],
    rerunJob: async (_, jobId) => {
      const [runId] = [...world.jobs].find(([, jobs]) => jobs.some(({ id }) => id === jobId)) ?? [];
      rerun(runId ?? 0, jobId);
    },
    rerunRun: async (_, runId) => rerun(runId),
    startWorkflow: async (_, file, branch, inputs) => {
      const there = world.started.get(file);
      if (there === undefined) throw new Refused('ci-not-found', 'Not Found', { status: 404 });
      there.push({ ...inputs, branch });
    },
    readFile: async (_, path, ref) => world.commits.get(resolve(world, ref))?.files[path],
    listChangedFiles: async (_, number) => {
      const { head, baseBranch } = world.pulls.get(number)!;
      const base = world.commits.get(resolve(world, baseBranch))?.files ?? {};
      const files = world.commits.get(head)?.files ?? {};
      return Object.keys({ ...base, ...files }).filter((path) => base[path] !== files[path]);
    },
    findMergeBase: async (_, base, head) => {
      const ofBase = listHistory(world, resolve(world, base));
      // The walk goes from the newest backwards, so the first that both have is the nearest.
      return [...walk(world, resolve(world, head))].find((commit) => ofBase.has(commit));
    },
    findTree: async (_, commit) => listTrees(filesOf(world, commit)).root,
    readTree: async (_, id) => {
      for (const commit of world.commits.keys()) {
        const entries = listTrees(filesOf(world, commit)).trees.get(id);
        if (entries !== undefined) return { entries, isWhole: true };
      }
      throw new Refused('ci-not-found', `there is no tree ${id}`);
    },
    defaultBranch: async () => world.defaultBranch,
    listCommits: async (_, tip, pages) =>
      [...walk(world, tip)].slice(0, 100 * pages).map((commit) => ({
        ...{ commit, parents: world.commits.get(commit)?.parents ?? [] },
        ...{
          tree: listTrees(filesOf(world, commit)).root,
          committedAtMs: 0,
          author: 'Ann',
          subject: readName(commit),
        },
      })),
    listTags: async () => [...world.tags].map(([name, commit]) => ({ name, commit })),
    findFirstParent: async (_, commit) => world.commits.get(commit)?.parents[0],
    findCheck: async (_, commit) => {
      const newest = world.checks.get(commit)?.at(-1);
      if (newest === undefined) return undefined;
      const { externalId, status, conclusion } = newest.content;
      return {
        ...{ id: newest.id, externalId, status },
        ...(conclusion === undefined ? {} : { conclusion }),
      };
    },
    writeCheck: async (_, commit, content, id = nextId()) => {
      const checks = world.checks.get(commit) ?? [];
      const known = checks.find((check) => check.id === id);
      if (known === undefined) checks.push({ id, content });
      else known.content = content;
      world.checks.set(commit, checks);
      return id;
    },
    writeComment: async (_, number, body, isOutdated) => {
      if ((await isOutdated?.()) === true) return undefined;
      const own = findOwn(world, number);
      if (own === undefined) {
        world.comments.push({ id: nextId(), number, author: appAuthor, body });
      } else own.body = body;
      return { id: findOwn(world, number)!.id, url: 'https://example.org/comment' };
    },
    findComment: async (_, number) => copy(findOwn(world, number)),
    reply: async () => undefined,
    addLabel: async () => undefined,
    readPermission: async () => 'write',
    readRequirement: async () => world.requirement,
    findIssue: async (_, marker) => copy(world.issues.find((issue) => issue.marker === marker)),
    writeIssue: async (_, { number = nextId(), ...issue }) => {
      const known = world.issues.find((one) => one.number === number);
      if (known === undefined) world.issues.push({ number, ...issue });
      else Object.assign(known, issue);
      return number;
    },
    listRepositories: async () => [],
    redeliverMissed: async () => 0,
  };
  // Each call is told, and gives way to others as a request does.
  return new Proxy(side, {
    get: (target, method: keyof GithubSide) => {
      return async (...values: never[]) => {
        world.onCall(method);
        await Promise.resolve();
        const call = target[method] as (...given: never[]) => Promise<unknown>;
        return call(...values);
      };
    },
  });
}

function filesOf(world: World, commit: string): Map<string, string> {
  return new Map(Object.entries(world.commits.get(commit)?.files ?? {}));
}

const copy = <T extends object>(value: T | undefined): T | undefined => value && { ...value };

function findOwn(world: World, wanted: number) {
  const marker = formatMarker('perigee');
  return world.comments.find(
    ({ author, body, number }) =>
      number === wanted && author === appAuthor && body.startsWith(marker),
  );
}

function* walk(world: World, head: string): Generator<string> {
  const seen = new Set<string>();
  let row = [head];
  while (row.length > 0) {
    for (const commit of row) if (!seen.has(commit)) yield commit;
    for (const commit of row) seen.add(commit);
    row = row.flatMap((commit) => world.commits.get(commit)?.parents ?? []);
  }
}
