import type { Answer } from '../../../servers/listen.ts';
import type { Question } from '../../../servers/github/answer.ts';
import { findToken, isEnough, maySee } from './authorize.ts';
import { isBy } from './routes-of-issues.ts';
import type { Json } from './show.ts';
import type { GithubState } from './state.ts';

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
export function answerGraphql(state: GithubState, question: Question): Answer {
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
