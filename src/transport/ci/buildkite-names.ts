import { CiRefused } from './ci-errors.ts';

/** A build as the id of a run names it: `organisation/pipeline/number`. */
export interface BuildkiteBuild {
  /** The path of the build in the API. */
  path: string;
  pipelinePath: string;
  number: number;
}

/** It comes from an event: it may not lead to another place of the API. @throws CiRefused */
export function readBuildkiteRun(runId: string): BuildkiteBuild {
  const match = /^([a-z0-9][a-z0-9-]{0,99})\/([a-z0-9][a-z0-9-]{0,99})\/([1-9]\d{0,9})$/.exec(
    runId,
  );
  if (match === null) {
    const shown = JSON.stringify(runId.slice(0, 100));
    throw new CiRefused('ci-not-found', `${shown} is no organisation/pipeline/number of Buildkite`);
  }
  const [, organisation = '', pipeline = '', number = ''] = match;
  const pipelinePath = `/v2/organizations/${organisation}/pipelines/${pipeline}`;
  return { pipelinePath, path: `${pipelinePath}/builds/${number}`, number: Number(number) };
}

/**
 * Owner and name of a repository from the address that git clones it from, on any host; undefined where it
 * has no two parts. `git@github.com:acme/sync.git` and `https://github.com/acme/sync` give `acme/sync`.
 */
export function nameOfClone(address: string): string | undefined {
  const path = /^(?:[a-z+]+:\/\/[^/]+\/|[^/:]+@[^/:]+:\/?)(.+)$/.exec(address)?.[1];
  const name = path?.replace(/\/+$/, '').replace(/\.git$/, '');
  return name !== undefined && /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)+$/.test(name)
    ? name
    : undefined;
}
