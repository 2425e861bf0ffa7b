import type { FakeArtifact, FakeJob, FakeRepository, FakeRun, GithubState } from './state.ts';
import { example, findRepository, type Json, showMinimalRepository, time } from './show.ts';

export function showRun(state: GithubState, repository: FakeRepository, run: FakeRun): Json {
  const pulls = repository.pulls.filter(({ number }) => run.pulls.includes(number));
  return {
    ...example('workflow-run'),
    ...{ id: run.id, run_attempt: run.attempt, path: run.path, event: run.event },
    ...{ head_sha: run.head, head_branch: run.branch, status: run.status },
    conclusion: run.conclusion,
    html_url: pageOf(repository, run.id),
    ...{
      created_at: time(run.createdAtMs),
      run_started_at: time(run.startedAtMs ?? run.createdAtMs),
    },
    repository: showMinimalRepository(repository),
    head_repository: showMinimalRepository(findRepository(state, run.headRepositoryId)),
    pull_requests: pulls.map(({ number, head, baseBranch }) => {
      const repo = {
        ...{ id: repository.id, name: repository.name },
        url: `https://api.github.com/repos/${repository.owner}/${repository.name}`,
      };
      const base = repository.branches.get(baseBranch);
      return {
        ...{ id: number, number, url: `${repo.url}/pulls/${number}` },
        head: { ref: head.branch, sha: head.commit, repo },
        base: { ref: baseBranch, sha: base, repo },
      };
    }),
  };
}

export function showJob(repository: FakeRepository, job: FakeJob): Json {
  const { jobs } = example('job-paginated') as { jobs: Json[] };
  return {
    ...jobs[0],
    ...{ id: job.id, run_id: job.runId, run_attempt: job.attempt, name: job.name },
    ...{ status: job.status, conclusion: job.conclusion },
    completed_at: job.status === 'completed' ? jobs[0]?.['completed_at'] : null,
    html_url: `${pageOf(repository, job.runId)}/job/${job.id}`,
  };
}

export function showArtifact(repository: FakeRepository, artifact: FakeArtifact): Json {
  const { artifacts } = example('artifact-paginated') as { artifacts: Json[] };
  const run = repository.runs.find(({ id }) => id === artifact.runId);
  const made = time(artifact.createdAtMs);
  return {
    ...artifacts[0],
    ...{ id: artifact.id, name: artifact.name, size_in_bytes: artifact.zip.length },
    ...{ expired: artifact.expired, created_at: made, updated_at: made },
    digest: null,
    workflow_run: {
      ...{ id: artifact.runId, repository_id: repository.id, head_sha: run?.head },
      ...{ head_repository_id: run?.headRepositoryId, head_branch: run?.branch },
    },
  };
}

function pageOf({ owner, name }: FakeRepository, run: number): string {
  return `https://github.com/${owner}/${name}/actions/runs/${run}`;
}
