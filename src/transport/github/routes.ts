import type { Endpoints } from '@octokit/types';

/** As GitHub’s description of its API writes it: `GET /repos/{owner}/{repo}`. */
type Route = keyof Endpoints;

/** The data of a good answer, as GitHub’s description has it. */
export type DataOf<R extends Route> = Endpoints[R]['response']['data'];

/** An entry of a list, which may stand in an object beside other things. */
export type EntryOf<R extends Route, L extends string | undefined = undefined> =
  DataOf<R> extends readonly (infer Entry)[]
    ? Entry
    : L extends keyof DataOf<R>
      ? DataOf<R>[L] extends readonly (infer Entry)[]
        ? Entry
        : never
      : never;
