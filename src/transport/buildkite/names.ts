import { Refused } from '../platform-errors.ts';

/** The place of a build, whose id is `organisation/pipeline/number`. */
export interface BuildkitePlace {
  /** The path of the build in the API. */
  path: string;
  pipelinePath: string;
  number: number;
}

const runPattern = /^(.+)\/([1-9]\d{0,9})$/;

/** Checks only the form, not whether it exists. */
export function isBuildkiteRun(runId: string): boolean {
  const [, pipeline = ''] = runPattern.exec(runId) ?? [];
  return writePath(pipeline) !== undefined;
}

/** It comes from an event: it may not lead to another place of the API. @throws Refused */
export function readBuildkiteRun(runId: string): BuildkitePlace {
  const [, pipeline = '', number = ''] = runPattern.exec(runId) ?? [];
  const pipelinePath = writePath(pipeline);
  if (pipelinePath === undefined) throw refuseName(runId, 'organisation/pipeline/number');
  return { pipelinePath, path: `${pipelinePath}/builds/${number}`, number: Number(number) };
}

/** The path of a pipeline in the API, from `organisation/pipeline`. @throws Refused */
export function readBuildkitePipeline(pipeline: string): string {
  const path = writePath(pipeline);
  if (path === undefined) throw refuseName(pipeline, 'organisation/pipeline');
  return path;
}

function writePath(pipeline: string): string | undefined {
  const match = /^([a-z0-9][a-z0-9-]{0,99})\/([a-z0-9][a-z0-9-]{0,99})$/.exec(pipeline);
  if (match === null) return undefined;
  const [, organisation = '', name = ''] = match;
  return `/v2/organizations/${organisation}/pipelines/${name}`;
}

function refuseName(name: string, expected: string): Refused {
  const shown = JSON.stringify(name.slice(0, 100));
  return new Refused('ci-not-found', `${shown} is no ${expected} of Buildkite`);
}

/** Most characters of an address: matching it may take the square of its length. */
const mostCharacters = 1_000;

/**
 * Owner and name of a repository from the address that git clones it from, on any host; undefined where it
 * has no two parts. `git@github.com:acme/sync.git` and `https://github.com/acme/sync` give `acme/sync`.
 */
export function nameOfClone(address: string): string | undefined {
  if (address.length > mostCharacters) return undefined;
  const path = /^(?:[a-z+]+:\/\/[^/]+\/|[^/:@]+@[^/:@]+:\/?)(.+)$/.exec(address)?.[1];
  const name = path?.replace(/\/+$/, '').replace(/\.git$/, '');
  return name !== undefined && /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)+$/.test(name)
    ? name
    : undefined;
}
