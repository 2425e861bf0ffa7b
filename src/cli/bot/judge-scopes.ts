import type { Finding } from './judge-app.ts';

export const knownScopes = [
  ...(['read_builds', 'read_pipelines', 'read_artifacts'] as const),
  ...(['retry_builds', 'write_builds'] as const),
] as const;

export type Scope = (typeof knownScopes)[number];

/** Without one of them no build of Buildkite is judged. */
const needed: readonly (readonly [Scope, why: string])[] = [
  ['read_builds', 'find the builds of a commit, and their jobs'],
  ['read_pipelines', 'see which repository a pipeline is of'],
  ['read_artifacts', 'fetch what the shards measured'],
];

/** Whether a token for Buildkite may do what the bot needs there. */
export function judgeScopes(scopes: ReadonlySet<Scope>): Finding {
  const missing = needed
    .filter(([scope]) => !scopes.has(scope))
    .map(([scope, why]) => `scope ${scope}, to ${why}`);
  // The narrower one is newer: tokens from before it have the other.
  const mayRetry = scopes.has('retry_builds') || scopes.has('write_builds');
  const wanted = mayRetry
    ? []
    : [
        'scope retry_builds (or write_builds), to run a shard again; without it nothing is confirmed ' +
          'before red there, and `rerun` is refused',
      ];
  const place = 'change that in the personal settings on Buildkite, under API Access Tokens';
  if (missing.length > 0) {
    const what = 'its token may do less than is needed';
    return { kind: 'wrong', what, remedies: [...missing, ...wanted, place] };
  }
  const what = 'its token may read builds, pipelines and artifacts';
  if (wanted.length > 0) return { kind: 'hint', what, remedies: [...wanted, place] };
  return { kind: 'right', what: `${what}, and retry jobs`, remedies: [] };
}
