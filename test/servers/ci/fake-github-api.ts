import { expect, onTestFinished } from 'vitest';
import { page, refuse } from '../github/answer.ts';
import { describeApi } from '../github/api-description.ts';
import { isSignedBy, readBearer } from '../github/app-key.ts';
import type { Answer } from '../listen.ts';
import { type FakeRequest, startFakeServer } from './fake-server.ts';
import { type FakeStorage, startFakeStorage } from './fake-storage.ts';
import { showArtifact, showCommit, showJob, showPull, showRun } from './show-github.ts';

type Changes = Record<string, unknown>;

/** GitHub's side of workflow runs, for one owner; each entry holds what differs from GitHub's examples. */
export interface FakeGithubApi {
  url: string;
  storage: FakeStorage;
  tokens: FakeTokens;
  /** By id; at first the one that the run records of the tests are of. */
  runs: Map<number, Changes>;
  jobs: Changes[];
  /** In the order of their upload. Their content is in the storage under /artifact-<id>. */
  artifacts: Changes[];
  commits: Map<string, Changes>;
  pulls: Changes[];
  defaultBranch: string;
  /** `GET /repos/o/r/…?…`, in order. */
  requests: string[];
  /** Asked before each request: an answer takes the place of the usual one. */
  intercept: (path: string, request: FakeRequest) => Answer | undefined;
}

/** @param prefix of all paths, as that of a GitHub Enterprise Server: /api/v3 */
export async function startFakeGithubApi(prefix = ''): Promise<FakeGithubApi> {
  const faults: string[] = [];
  const api = describeApi();
  const github: FakeGithubApi = {
    url: '',
    storage: await startFakeStorage(),
    tokens: createTokens(),
    ...{ runs: new Map([[812, {}]]), jobs: [], artifacts: [], commits: new Map(), pulls: [] },
    defaultBranch: 'main',
    requests: [],
    intercept: () => undefined,
  };
  const origin = await startFakeServer((request) => {
    const { method, url, body } = request;
    if (!url.pathname.startsWith(prefix)) faults.push(`${url.pathname} is not below ${prefix}`);
    const path = url.pathname.slice(prefix.length);
    github.requests.push(`${method} ${path}${url.search}`);
    faults.push(...api.judgeRequest(method, path, url.searchParams, body));
    const instead = github.intercept(path, request);
    if (instead !== undefined) return instead;
    const answer = respond(github, path, request);
    faults.push(...api.judgeAnswer(method, path, answer.status, answer.body));
    return answer;
  });
  github.url = `${origin}${prefix}`;
  onTestFinished(() => expect(faults).toEqual([]));
  return github;
}

function respond(github: FakeGithubApi, path: string, request: FakeRequest): Answer {
  const { example } = describeApi();
  const ofApp = answerApp(github.tokens, request, path, example);
  if (ofApp !== undefined) return ofApp;
  const [, , , name = '', ...rest] = path.split('/');
  const stranger = refuseStranger(github.tokens, request, name);
  if (stranger !== undefined) return stranger;
  const { searchParams: query } = request.url;
  const below = rest.join('/');
  if (below === '') return showRepository(github);
  const run = /^actions\/runs\/(\d+)(?:\/(artifacts|jobs))?$/.exec(below);
  if (run !== null) return answerRun(github, Number(run[1]), run[2], request.url);
  const artifact = /^actions\/artifacts\/(\d+)\/zip$/.exec(below)?.[1];
  if (artifact !== undefined) return locateArtifact(github, Number(artifact));
  if (below === 'pulls') {
    const [owner = '', branch = ''] = (query.get('head') ?? '').split(/:(.*)/s);
    const found = github.pulls.map(showPull).filter(({ head, state }) => {
      if (query.get('state') !== 'all' && state !== 'open') return false;
      return head.ref === branch && head.user.login === owner;
    });
    return page(request.url, found);
  }
  const [, commit = '', pulls] = /^commits\/([0-9a-f]{40})(\/pulls)?$/.exec(below) ?? [];
  const known = github.commits.get(commit);
  if (known === undefined)
    return refuse(commit === '' ? 404 : 422, `No commit found for SHA: ${commit}`);
  if (pulls === undefined) return { status: 200, body: showCommit(commit, known) };
  const having = github.pulls.filter(({ commits = [] }) => (commits as string[]).includes(commit));
  return page(request.url, having.map(showPull));
}

function answerRun(github: FakeGithubApi, id: number, part: string | undefined, url: URL): Answer {
  const run = github.runs.get(id);
  if (run === undefined) return refuse(404, 'Not Found');
  if (part === undefined) return { status: 200, body: showRun(id, run) };
  const all =
    part === 'jobs'
      ? github.jobs.map((job, index) => showJob(id, index, job))
      : github.artifacts.map((artifact) => showArtifact(id, artifact));
  return page(url, all, (items) => ({ total_count: all.length, [part]: items }));
}

function locateArtifact({ artifacts, storage }: FakeGithubApi, id: number): Answer {
  const artifact = artifacts.find((each) => each['id'] === id);
  if (artifact === undefined) return refuse(404, 'Not Found');
  if (artifact['expired'] === true) return refuse(410, 'Artifact has expired');
  return { status: 302, headers: { location: `${storage.url}/artifact-${id}?sig=signed` } };
}

function showRepository({ defaultBranch }: FakeGithubApi): Answer {
  const example = describeApi().example('full-repository-default-response');
  return { status: 200, body: { ...example, default_branch: defaultBranch } };
}

/** Who may ask: a plain token, and a GitHub App that is installed in acme/sync. */
interface FakeTokens {
  plain: string;
  appId: string;
  /** Of the app: token to the name of the repository that it is for. */
  installed: Map<string, string>;
  installedIn: string[];
  /** When the next ones end, after now. */
  lifeMs: number;
  made: object[];
}

function createTokens(): FakeTokens {
  return {
    plain: 'ghp_plain0123456789',
    appId: '4711',
    installed: new Map(),
    installedIn: ['sync'],
    lifeMs: 3_600_000,
    made: [],
  };
}

const installation = 77;

/** Answers what an app asks; undefined where the request is about something else. */
function answerApp(
  tokens: FakeTokens,
  request: FakeRequest,
  path: string,
  example: (name: string) => Record<string, unknown>,
): Answer | undefined {
  const repository = /^\/repos\/[^/]+\/([^/]+)\/installation$/.exec(path)?.[1];
  const wantsToken = path === `/app/installations/${installation}/access_tokens`;
  if (repository === undefined && !wantsToken) return undefined;
  if (!isSignedBy(tokens.appId, Date.now(), request))
    return refuse(401, 'A JSON web token could not be decoded');
  if (repository !== undefined) {
    if (!tokens.installedIn.includes(repository)) return refuse(404, 'Not Found');
    return { status: 200, body: { ...example('installation'), id: installation } };
  }
  const { repositories } = request.body as { repositories: string[] };
  tokens.made.push(request.body as object);
  const token = `ghs_${String(tokens.made.length).padStart(10, '0')}`;
  tokens.installed.set(token, repositories[0]!);
  const expires = new Date(Date.now() + tokens.lifeMs).toISOString();
  return {
    status: 201,
    body: { ...example('installation-token'), token, expires_at: expires },
  };
}

/** Undefined when the request may see the repository. */
function refuseStranger(
  tokens: FakeTokens,
  request: FakeRequest,
  repository: string,
): Answer | undefined {
  const token = readBearer(request);
  if (token === tokens.plain) return undefined;
  const own = tokens.installed.get(token);
  if (own === undefined) return refuse(401, 'Bad credentials');
  return own === repository ? undefined : refuse(404, 'Not Found');
}
