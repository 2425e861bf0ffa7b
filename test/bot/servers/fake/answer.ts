import { type Question, page as pageOf } from '../../../servers/github/answer.ts';
import type { Answer } from '../../../servers/listen.ts';
import type { FakeRepository, GithubState, Access } from './state.ts';

/** A question of an installation about a repository that it may see. */
export interface Call {
  state: GithubState;
  repository: FakeRepository;
  /** What the template of the path left open, decoded, in order. */
  parts: string[];
  query: URLSearchParams;
  body: Record<string, unknown>;
  question: Question;
}

export interface Route {
  method: string;
  /** Below /repos/{owner}/{repo}; each `*` stands for one part of the path. */
  path: string;
  /** Without it GitHub refuses with 403. Any one of several is enough. */
  needs: readonly (readonly [permission: string, access: Access])[];
  answer: (call: Call) => Answer;
}

/** One page of a list, with the link to the next one. */
export function page(
  { question }: Pick<Call, 'question'>,
  all: readonly unknown[],
  wrap?: (items: readonly unknown[]) => unknown,
): Answer {
  return pageOf(question.url, all, wrap);
}

/** A list as GitHub wraps most of them in Actions. */
export function countedPage(call: Call, name: string, all: readonly unknown[]): Answer {
  return page(call, all, (items) => ({ total_count: all.length, [name]: items }));
}

export function text(body: Record<string, unknown>, name: string): string | undefined {
  const value = body[name];
  return typeof value === 'string' ? value : undefined;
}
