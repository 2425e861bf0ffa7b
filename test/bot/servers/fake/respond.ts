import { type Question, refuse } from '../../../servers/github/answer.ts';
import type { Answer } from '../../../servers/listen.ts';
import type { Route } from './answer.ts';
import { findToken, isEnough, maySee } from './authorize.ts';
import { actionRoutes } from './routes-of-actions.ts';
import { answerApp } from './routes-of-app.ts';
import { checkRoutes } from './routes-of-checks.ts';
import { codeRoutes } from './routes-of-code.ts';
import { issueRoutes, isBy } from './routes-of-issues.ts';
import { pullRoutes } from './routes-of-pulls.ts';
import type { Json } from './show.ts';
import type { GithubState } from './state.ts';

const routes: readonly Route[] = [
  ...codeRoutes,
  ...pullRoutes,
  ...actionRoutes,
  ...checkRoutes,
  ...issueRoutes,
];

/** What GitHub answers by its state. @param storageUrl where the content of artifacts lies */
export async function respond(
  state: GithubState,
  question: Question,
  storageUrl: string,
): Promise<Answer> {
  const { method, path } = question;
  if (path === '/graphql') return answerGraphql(state, question);
  const ofApp = await answerApp(state, question);
  if (ofApp !== undefined) return ofApp;
  const [, first, owner = '', name = '', ...rest] = path.split('/');
  if (first !== 'repos') return refuse(404, 'Not Found');
  const token = findToken(state, question);
  if (token === undefined) return refuse(401, 'Bad credentials');
  const repository = state.repositories.find(
    (each) => each.owner.toLowerCase() === owner.toLowerCase() && each.name === name,
  );
  if (repository === undefined || !maySee(state, token, repository))
    return refuse(404, 'Not Found');
  const zip = /^actions\/artifacts\/(\d+)\/zip$/.exec(rest.join('/'))?.[1];
  if (zip !== undefined && isEnough(token.permissions, 'actions', 'read')) {
    const artifact = repository.artifacts.find(({ id }) => id === Number(zip));
    if (artifact === undefined) return refuse(404, 'Not Found');
    if (artifact.expired) return refuse(410, 'Artifact has expired');
    return { status: 302, headers: { location: `${storageUrl}/artifact-${zip}?sig=signed` } };
  }
  for (const route of routes) {
    const parts = match(route, method, rest);
    if (parts === undefined) continue;
    const may = route.needs.some(([permission, access]) =>
      isEnough(token.permissions, permission, access),
    );
    if (!may) return refuse(403, 'Resource not accessible by integration');
    const body = (question.body ?? {}) as Record<string, unknown>;
    const query = question.url.searchParams;
    return route.answer({ state, repository, parts, query, body, question });
  }
  return refuse(404, 'Not Found');
}

/** @returns what the stars stand for, decoded; undefined where it is another route */
function match(route: Route, method: string, rest: readonly string[]): string[] | undefined {
  const wanted = route.path === '' ? [] : route.path.split('/');
  if (route.method !== method || wanted.length !== rest.length) return undefined;
  if (!wanted.every((part, index) => part === '*' || part === rest[index])) return undefined;
  return rest.filter((_, index) => wanted[index] === '*').map(decodeURIComponent);
}

const classifiers = [
  'SPAM',
  'ABUSE',
  'OFF_TOPIC',
  'OUTDATED',
  'DUPLICATE',
  'RESOLVED',
  'LOW_QUALITY',
];

/** The one mutation that the app sends: GitHub has no other way to minimise a comment. */
function answerGraphql(state: GithubState, question: Question): Answer {
  const token = findToken(state, question);
  if (token === undefined) return { status: 401, body: { message: 'Bad credentials' } };
  const { query, variables } = question.body as { query: string; variables?: Json };
  if (!/\bminimizeComment\s*\(\s*input\s*:/.test(query)) {
    return fail('UNDEFINED_FIELD', 'this fake knows minimizeComment alone');
  }
  const classifier =
    /classifier\s*:\s*([A-Z_]+)/.exec(query)?.[1] ?? String(variables?.['classifier']);
  if (!classifiers.includes(classifier)) return fail('INVALID', `no classifier ${classifier}`);
  const id = Number(/^IC_(\d+)$/.exec(String(variables?.['subjectId']))?.[1]);
  for (const repository of state.repositories) {
    const comment = repository.comments.find((each) => each.id === id);
    if (comment === undefined || !maySee(state, token, repository)) continue;
    const mayWrite =
      isEnough(token.permissions, 'issues', 'write') ||
      isEnough(token.permissions, 'pull_requests', 'write');
    if (!mayWrite || !isBy(state, comment)) {
      return fail('FORBIDDEN', 'Resource not accessible by integration');
    }
    comment.minimised = classifier;
    const minimizedComment = { isMinimized: true, minimizedReason: classifier.toLowerCase() };
    return { status: 200, body: { data: { minimizeComment: { minimizedComment } } } };
  }
  return fail('NOT_FOUND', `Could not resolve to a node with the global id of '${id}'`);
}

/** GraphQL's errors come with a good status. */
function fail(type: string, message: string): Answer {
  return {
    status: 200,
    body: { data: null, errors: [{ type, path: ['minimizeComment'], message }] },
  };
}
