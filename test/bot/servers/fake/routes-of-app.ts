import { type Question, refuse } from '../../../servers/github/answer.ts';
import { isSignedBy } from '../../../servers/github/app-key.ts';
import type { Answer } from '../../../servers/listen.ts';
import { page } from './answer.ts';
import { findToken, isInstalledIn, makeToken, maySee } from './authorize.ts';
import { redeliver } from './deliver.ts';
import { example, type Json, showApp, showRepository, showUser, time } from './show.ts';
import type { FakeDelivery, FakeInstallation, GithubState } from './state.ts';

/** What an app asks as itself, and an installation about itself; undefined where it is something else. */
export async function answerApp(
  state: GithubState,
  question: Question,
): Promise<Answer | undefined> {
  const { method, path, url } = question;
  if (path === '/installation/repositories') return listRepositories(state, question);
  const installedIn = /^\/repos\/([^/]+)\/([^/]+)\/installation$/.exec(path);
  if (path !== '/app' && !path.startsWith('/app/') && installedIn === null) return undefined;
  if (!isSignedBy(state.app.id, state.nowMs(), question))
    return refuse(401, 'A JSON web token could not be decoded');
  if (installedIn !== null) return findInstallation(state, installedIn[1], installedIn[2]);
  if (path === '/app') return { status: 200, body: showSelf(state) };
  const list = { query: url.searchParams, question };
  if (path === '/app/installations') {
    return page(
      list,
      state.installations.map((each) => showInstallation(state, each)),
    );
  }
  if (path === '/app/hook/deliveries') return listDeliveries(state, question);
  const token = /^\/app\/installations\/(\d+)\/access_tokens$/.exec(path)?.[1];
  const installation = state.installations.find(({ id }) => id === Number(token));
  if (installation !== undefined)
    return makeToken(state, installation, (question.body ?? {}) as Json);
  const attempt = /^\/app\/hook\/deliveries\/(\d+)\/attempts$/.exec(path)?.[1];
  const delivery = state.deliveries.find(({ id }) => id === Number(attempt));
  if (method !== 'POST' || delivery === undefined) return refuse(404, 'Not Found');
  await redeliver(state, delivery);
  return { status: 202, body: {} };
}

function showSelf(state: GithubState): Json {
  return { ...showApp(state, state.app.id), installations_count: state.installations.length };
}

function showInstallation(state: GithubState, installation: FakeInstallation): Json {
  const { id, account, permissions, repositories } = installation;
  const selection = repositories === undefined ? 'all' : 'selected';
  // The description asks an account to be a user and an enterprise at the same time.
  const enterprise = { name: account, slug: account, created_at: time(0), updated_at: time(0) };
  return {
    ...example('installation'),
    ...{
      id,
      account: { ...showUser(account), ...enterprise },
      permissions,
      repository_selection: selection,
    },
    ...{ app_id: state.app.id, app_slug: state.app.slug },
  };
}

function findInstallation(state: GithubState, owner = '', name = ''): Answer {
  const repository = state.repositories.find((each) => each.owner === owner && each.name === name);
  const found = state.installations.find(
    (each) => repository !== undefined && isInstalledIn(each, repository),
  );
  if (found === undefined) return refuse(404, 'Not Found');
  return { status: 200, body: showInstallation(state, found) };
}

function listRepositories(state: GithubState, question: Question): Answer {
  const token = findToken(state, question);
  if (token === undefined) return refuse(401, 'Bad credentials');
  const all = state.repositories.filter((each) => maySee(state, token, each)).map(showRepository);
  const list = { query: question.url.searchParams, question };
  return page(list, all, (repositories) => ({
    total_count: all.length,
    repositories: repositories as Json[],
  }));
}

/** Newest first; the cursor is the id of the first of the next page. */
function listDeliveries(state: GithubState, { url }: Question): Answer {
  const all = [...state.deliveries].reverse();
  const cursor = Number(url.searchParams.get('cursor') ?? all[0]?.id ?? 0);
  const size = Number(url.searchParams.get('per_page') ?? 30);
  const start = all.findIndex(({ id }) => id === cursor);
  const shown = start < 0 ? [] : all.slice(start, start + size);
  const follower = all[start + size];
  const next = new URL(url);
  next.searchParams.set('cursor', String(follower?.id));
  return {
    status: 200,
    body: shown.map(showDelivery),
    ...(follower === undefined || start < 0
      ? {}
      : { headers: { link: `<${next.href}>; rel="next"` } }),
  };
}

function showDelivery(delivery: FakeDelivery): Json {
  const { id, guid, redelivery, event, action, statusCode } = delivery;
  return {
    ...{ id, guid, redelivery, event, action, duration: 0.1, throttled_at: null },
    status: statusCode >= 200 && statusCode < 300 ? 'OK' : `Invalid HTTP Response: ${statusCode}`,
    ...{ status_code: statusCode, delivered_at: time(delivery.deliveredAtMs) },
    ...{ installation_id: delivery.installationId, repository_id: delivery.repositoryId },
  };
}
