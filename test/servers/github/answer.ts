import type { Answer } from '../listen.ts';

export interface Question {
  method: string;
  url: URL;
  /** Below the address of the API. */
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: unknown;
}

export function refuse(status: number, message: string): Answer {
  return { status, body: { message, documentation_url: 'https://docs.github.com/rest' } };
}

/** One page of a list, with the link to the next one. */
export function page(
  url: URL,
  all: readonly unknown[],
  wrap: (items: readonly unknown[]) => unknown = (items) => items,
): Answer {
  const size = Math.min(100, Number(url.searchParams.get('per_page') ?? 30));
  const number = Number(url.searchParams.get('page') ?? 1);
  const items = all.slice((number - 1) * size, number * size);
  const next = new URL(url);
  next.searchParams.set('page', String(number + 1));
  const isLast = number * size >= all.length;
  return {
    status: 200,
    body: wrap(items),
    ...(isLast ? {} : { headers: { link: `<${next.href}>; rel="next"` } }),
  };
}
