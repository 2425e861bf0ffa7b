import type { FakeRequest } from '../../test/bot/servers/fake/open-fake-github.ts';

export interface RouteCount {
  /** `GET pulls/*`, below the repository. */
  route: string;
  /** Those that GitHub counts. */
  counted: number;
  /** Answered with "nothing changed". */
  unchanged: number;
}

/** Which requests were sent, the most frequent first. */
export function countRoutes(requests: readonly FakeRequest[]): RouteCount[] {
  const routes = Map.groupBy(requests, ({ line }) => nameRoute(line));
  return [...routes]
    .map(([route, sent]) => {
      const unchanged = sent.filter(({ status }) => status === 304).length;
      return { route, counted: sent.length - unchanged, unchanged };
    })
    .sort((a, b) => b.counted - a.counted);
}

/** Without what is different each time. */
function nameRoute(line: string): string {
  const [method = '', address = ''] = line.split(' ');
  const path = address
    .replace(/\?.*$/, '')
    .replace(/^\/repos\/[^/]+\/[^/]+(\/|$)/, '')
    .replace(/^compare\/.*/, 'compare/*')
    .replace(/(branches|heads)\/[^/]+/, '$1/*')
    .replace(/[0-9a-f]{40}|\b\d+\b/g, '*');
  return `${method} ${path === '' ? 'the repository' : path}`;
}
