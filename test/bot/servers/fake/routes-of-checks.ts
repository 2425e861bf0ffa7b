import { refuse } from '../../../servers/github/answer.ts';
import type { Answer } from '../../../servers/listen.ts';
import { countedPage, type Call, type Route, text } from './answer.ts';
import { resolveRef } from './history.ts';
import { nextId, type FakeCheck, type FakeRepository, type GithubState } from './state.ts';
import { example, type Json, showApp, time } from './show.ts';

const write = [['checks', 'write']] as const;
/** GitHub counts the bytes of a summary and of a text. */
const mostBytes = 65_535;
const mostAnnotations = 50;

export const checkRoutes: Route[] = [
  {
    ...{ method: 'GET', path: 'commits/*/check-runs', needs: [['checks', 'read']] },
    answer: (call) => {
      const { state, repository, parts, query } = call;
      const commit = resolveRef(repository, parts[0] ?? '');
      if (commit === undefined) return refuse(422, `No commit found for SHA: ${parts[0]}`);
      const found = repository.checks
        .filter(({ head }) => head === commit)
        .filter(({ name }) => (query.get('check_name') ?? name) === name)
        .filter(({ appId }) => Number(query.get('app_id') ?? appId) === appId)
        .sort((a, b) => b.id - a.id);
      const chosen = query.get('filter') === 'all' ? found : listLatest(found);
      return countedPage(
        call,
        'check_runs',
        chosen.map((each) => showCheck(state, repository, each)),
      );
    },
  },
  {
    ...{ method: 'GET', path: 'check-runs/*', needs: [['checks', 'read']] },
    answer: ({ state, repository, parts }) => {
      const check = repository.checks.find(({ id }) => id === Number(parts[0]));
      if (check === undefined) return refuse(404, 'Not Found');
      return { status: 200, body: showCheck(state, repository, check) };
    },
  },
  {
    ...{ method: 'POST', path: 'check-runs', needs: write },
    answer: (call) => {
      const { state, repository, body } = call;
      const head = text(body, 'head_sha') ?? '';
      if (!repository.commits.has(head)) return refuse(422, `No commit found for SHA: ${head}`);
      const check: FakeCheck = {
        ...{ id: nextId(state), name: text(body, 'name') ?? '', head, appId: state.app.id },
        ...{ status: 'queued', conclusion: null, externalId: '', detailsUrl: '' },
        ...{
          title: null,
          summary: null,
          text: null,
          annotations: [],
          actions: [],
          writtenAtMs: [],
        },
      };
      const refusal = change(call, check);
      if (refusal !== undefined) return refusal;
      repository.checks.push(check);
      return { status: 201, body: showCheck(state, repository, check) };
    },
  },
  {
    ...{ method: 'PATCH', path: 'check-runs/*', needs: write },
    answer: (call) => {
      const { state, repository, parts } = call;
      const check = repository.checks.find(({ id }) => id === Number(parts[0]));
      if (check === undefined) return refuse(404, 'Not Found');
      if (check.appId !== state.app.id)
        return refuse(
          403,
          'Invalid app_id `0` - check run can only be modified by the GitHub App that created it.',
        );
      return change(call, check) ?? { status: 200, body: showCheck(state, repository, check) };
    },
  },
];

/** The one of each name and app that was made last. */
function listLatest(newestFirst: readonly FakeCheck[]): FakeCheck[] {
  const oldestFirst = [...newestFirst].reverse();
  return [...new Map(oldestFirst.map((each) => [`${each.appId} ${each.name}`, each])).values()];
}

/** @returns GitHub's refusal of what it does not take; then nothing is changed */
function change({ state, body }: Call, check: FakeCheck): Answer | undefined {
  const output = (body['output'] ?? {}) as Json;
  const annotations = (output['annotations'] ?? []) as Json[];
  for (const name of ['summary', 'text']) {
    if (Buffer.byteLength(text(output, name) ?? '') > mostBytes) {
      return refuse(422, `Invalid request.\n\nOnly ${mostBytes} characters are allowed; ${name}.`);
    }
  }
  if (annotations.length > mostAnnotations) return refuse(422, 'Invalid request. No more than 50.');
  const conclusion = text(body, 'conclusion');
  const status = conclusion === undefined ? text(body, 'status') : 'completed';
  if (status === 'completed' && conclusion === undefined) {
    return refuse(422, 'Invalid request. "conclusion" wasn\'t supplied.');
  }
  if (status !== undefined) {
    check.status = status as FakeCheck['status'];
    check.conclusion = conclusion ?? null;
  }
  check.title = text(output, 'title') ?? check.title;
  check.summary = text(output, 'summary') ?? check.summary;
  check.text = 'output' in body ? (text(output, 'text') ?? null) : check.text;
  check.externalId = text(body, 'external_id') ?? check.externalId;
  check.detailsUrl = text(body, 'details_url') ?? check.detailsUrl;
  check.annotations.push(...annotations);
  if ('actions' in body) check.actions = body['actions'] as Json[];
  check.writtenAtMs.push(state.nowMs());
  return undefined;
}

export function showCheck(state: GithubState, repository: FakeRepository, check: FakeCheck): Json {
  const shown = example('check-run');
  const [begun = 0] = check.writtenAtMs;
  return {
    ...shown,
    ...{ id: check.id, name: check.name, head_sha: check.head, status: check.status },
    ...{ conclusion: check.conclusion, external_id: check.externalId },
    details_url: check.detailsUrl,
    html_url: `https://github.com/${repository.owner}/${repository.name}/runs/${check.id}`,
    started_at: time(begun),
    completed_at: check.status === 'completed' ? time(check.writtenAtMs.at(-1) ?? begun) : null,
    output: {
      ...(shown['output'] as Json),
      ...{ title: check.title, summary: check.summary, text: check.text },
      annotations_count: check.annotations.length,
    },
    app: showApp(state, check.appId),
    pull_requests: [],
  };
}
