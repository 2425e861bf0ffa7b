import { UserError } from '../../contract/user-error.ts';
import { formatText } from '../../suite/format-value.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that are passed on when the agent is mounted into a container, and no others. */
const passedOn: readonly string[] = ['BUILDKITE_JOB_ID', 'BUILDKITE_BUILD_ID'];

/** @throws UserError in a container that has a few of the variables, and not this one */
export function isOnBuildkite(environment: Environment): boolean {
  if (environment['BUILDKITE'] === 'true') return true;
  const found = passedOn.find((name) => readOptional(environment, name) !== undefined);
  if (found !== undefined) throw refuseMissing('BUILDKITE', `${found} is set, and this is not`);
  return false;
}

/** @throws UserError where an agent would have set it */
export function readVariable(environment: Environment, name: string): string {
  const value = readOptional(environment, name);
  if (value !== undefined) return value;
  throw refuseMissing(name, 'BUILDKITE is true, and this is not set');
}

function refuseMissing(where: string, seen: string): UserError {
  return new UserError({
    where,
    seen,
    expected: 'all variables that an agent of Buildkite sets for a job',
    remedy:
      'pass them on into the container or shell that Perigee runs in; the docker plugin does with propagate-environment: true',
  });
}

/** Empty is as good as not set: the agent sets some variables to nothing. */
export function readOptional(environment: Environment, name: string): string | undefined {
  const value = environment[name];
  return value === '' ? undefined : value;
}

/** @throws UserError when it is no such number */
export function readWhole(environment: Environment, name: string): number | undefined {
  const text = readOptional(environment, name);
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UserError({
    where: name,
    seen: formatText(text),
    expected: 'a whole number, as an agent of Buildkite sets it',
    remedy: 'leave the variables of the agent as they are',
  });
}
