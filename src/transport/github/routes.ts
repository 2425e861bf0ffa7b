import type { Endpoints } from '@octokit/types';

/** The one mutation that Perigee sends; GitHub’s other API has no description by routes. */
interface GraphqlRoute {
  'POST /graphql': {
    parameters: { query: string; variables?: object };
    response: {
      data: { data?: { minimizeComment?: { minimizedComment?: { isMinimized: boolean } } } };
    };
  };
}

type Routes = Endpoints & GraphqlRoute;

/** As GitHub’s description of its API writes it: `GET /repos/{owner}/{repo}`. */
export type Route = keyof Routes;

/** What GitHub’s description says that a good answer holds. */
export type DataOf<R extends Route> = Routes[R]['response']['data'];

/** The places of a route that have to be filled in; those of the repository are filled in by the client. */
type Places<R extends string> = R extends `${string}{${infer P}}${infer Rest}`
  ? Exclude<P, 'owner' | 'repo'> | Places<Rest>
  : never;

/** Names are those of the description; values are not judged. */
export type ParametersOf<R extends Route> = Readonly<
  Record<Places<R>, string | number> &
    Partial<Record<Exclude<keyof Routes[R]['parameters'], Places<R>>, unknown>>
>;

/** An entry of a list, which may stand in an object beside other things. */
export type EntryOf<R extends Route, L extends string | undefined> =
  DataOf<R> extends readonly (infer Entry)[]
    ? Entry
    : L extends keyof DataOf<R>
      ? DataOf<R>[L] extends readonly (infer Entry)[]
        ? Entry
        : never
      : never;

/** Never where a function reads another document than the one that comes. */
export type Fits<Came, Read> = [Came] extends [Read] ? unknown : never;
