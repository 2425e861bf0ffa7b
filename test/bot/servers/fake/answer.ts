import type { FakeRepository, GithubState, Access } from './state.ts';

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  /** JSON; an empty body where it is absent. */
  body?: unknown;
  /** What is no JSON. */
  bytes?: Buffer;
}

export interface Question {
  method: string;
  url: URL;
  /** Below the address of the API. */
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: unknown;
}

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

export function refuse(status: number, message: string): Answer {
  return { status, body: { message, documentation_url: 'https://docs.github.com/rest' } };
}

/** One page of a list, with the links to the next one. */
export function page(
  call: Pick<Call, 'query' | 'question'>,
  all: readonly unknown[],
  wrap: (items: readonly unknown[]) => unknown = (items) => items,
): Answer {
  const size = Math.min(100, Number(call.query.get('per_page') ?? 30));
  const number = Number(call.query.get('page') ?? 1);
  const items = all.slice((number - 1) * size, number * size);
  const next = new URL(call.question.url);
  next.searchParams.set('page', String(number + 1));
  const isLast = number * size >= all.length;
  return {
    status: 200,
    body: wrap(items),
    ...(isLast ? {} : { headers: { link: `<${next.href}>; rel="next"` } }),
  };
}

/** A list as GitHub wraps most of them in Actions. */
export function countedPage(call: Call, name: string, all: readonly unknown[]): Answer {
  return page(call, all, (items) => ({ total_count: all.length, [name]: items }));
}

export function text(body: Record<string, unknown>, name: string): string | undefined {
  const value = body[name];
  return typeof value === 'string' ? value : undefined;
}
