import { refuse } from '../../../servers/github/answer.ts';
import type { Answer } from '../../../servers/listen.ts';
import { countedPage, type Call, type Route, text } from './answer.ts';
import { nextId, type FakeJob, type FakeRun } from './state.ts';
import { showArtifact, showJob, showRun } from './show-run.ts';

const read = [['actions', 'read']] as const;
const write = [['actions', 'write']] as const;

export const actionRoutes: Route[] = [
  {
    ...{ method: 'GET', path: 'actions/runs', needs: read },
    answer: (call) => {
      const { state, repository, query } = call;
      const found = repository.runs
        .filter(({ head }) => (query.get('head_sha') ?? head) === head)
        .filter(({ event }) => (query.get('event') ?? event) === event)
        .sort((a, b) => b.id - a.id);
      const shown = found.map((run) => showRun(state, repository, run));
      return countedPage(call, 'workflow_runs', shown);
    },
  },
  {
    ...{ method: 'GET', path: 'actions/runs/*', needs: read },
    answer: (call) =>
      withRun(call, (run) => ({ status: 200, body: showRun(call.state, call.repository, run) })),
  },
  {
    ...{ method: 'GET', path: 'actions/runs/*/jobs', needs: read },
    answer: (call) =>
      withRun(call, (run) => {
        const { repository, query } = call;
        const jobs = repository.jobs.filter(({ runId }) => runId === run.id);
        const chosen = query.get('filter') === 'all' ? jobs : listNewest(jobs);
        return countedPage(
          call,
          'jobs',
          chosen.map((job) => showJob(repository, job)),
        );
      }),
  },
  {
    ...{ method: 'GET', path: 'actions/runs/*/artifacts', needs: read },
    answer: (call) =>
      withRun(call, (run) => {
        const { repository, query } = call;
        const found = repository.artifacts
          .filter(({ runId }) => runId === run.id)
          .filter(({ name }) => (query.get('name') ?? name) === name)
          .sort((a, b) => b.id - a.id);
        return countedPage(
          call,
          'artifacts',
          found.map((each) => showArtifact(repository, each)),
        );
      }),
  },
  {
    ...{ method: 'POST', path: 'actions/jobs/*/rerun', needs: write },
    answer: (call) => {
      const job = call.repository.jobs.find(({ id }) => id === Number(call.parts[0]));
      return job === undefined ? refuse(404, 'Not Found') : rerun(call, job.runId, [job]);
    },
  },
  {
    ...{ method: 'POST', path: 'actions/workflows/*/dispatches', needs: write },
    answer: ({ body, repository, parts: [file = ''] }) => {
      const tip = repository.commits.get(repository.branches.get(text(body, 'ref') ?? '') ?? '');
      const source = tip?.files.get(`.github/workflows/${file}`);
      if (source === undefined) return refuse(404, 'Not Found');
      const inputs = Object.keys(body['inputs'] ?? {});
      const unknown = inputs.filter((name) => !source.includes(`${name}:`));
      if (unknown.length > 0) {
        return refuse(422, `Unexpected inputs provided: ${JSON.stringify(unknown)}`);
      }
      repository.dispatches.push({ file, inputs: body['inputs'] as Record<string, string> });
      return { status: 204, bytes: Buffer.alloc(0) };
    },
  },
  {
    ...{ method: 'POST', path: 'actions/runs/*/rerun', needs: write },
    answer: (call) => rerunSome(call, () => true),
  },
  {
    ...{ method: 'POST', path: 'actions/runs/*/rerun-failed-jobs', needs: write },
    answer: (call) => rerunSome(call, ({ conclusion }) => conclusion !== 'success'),
  },
];

function withRun({ repository, parts }: Call, answer: (run: FakeRun) => Answer): Answer {
  const run = repository.runs.find(({ id }) => id === Number(parts[0]));
  return run === undefined ? refuse(404, 'Not Found') : answer(run);
}

/** Of each name the one that ran last. */
export function listNewest(jobs: readonly FakeJob[]): FakeJob[] {
  return [...new Map(jobs.map((job) => [job.name, job])).values()];
}

/** A new attempt of the run: these jobs and all that wait for them run again, the others stay as they are. */
function rerun({ state, repository }: Call, runId: number, first: readonly FakeJob[]): Answer {
  const run = repository.runs.find(({ id }) => id === runId);
  if (run === undefined) return refuse(404, 'Not Found');
  if (run.status !== 'completed') {
    return refuse(403, 'The workflow run containing this job is already running');
  }
  const anew = { attempt: run.attempt + 1, status: 'queued', conclusion: null } as const;
  Object.assign(run, { ...anew, startedAtMs: state.nowMs() });
  const jobs = listNewest(repository.jobs.filter((job) => job.runId === run.id));
  const again = new Set(first.map(({ name }) => name));
  for (const name of again) {
    for (const each of jobs) if (each.needs.includes(name)) again.add(each.name);
  }
  for (const each of jobs.filter(({ name }) => again.has(name))) {
    const own = { id: nextId(state), attempt: run.attempt, status: 'queued' as const };
    repository.jobs.push({ ...each, ...own, conclusion: null });
  }
  return { status: 201, body: {} };
}

function rerunSome(call: Call, isChosen: (job: FakeJob) => boolean): Answer {
  const runId = Number(call.parts[0]);
  const jobs = listNewest(call.repository.jobs.filter((job) => job.runId === runId));
  return rerun(call, runId, jobs.filter(isChosen));
}
