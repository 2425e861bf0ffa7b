import { leaveOutRepositoryVariables, type Environment } from '../revisions/repository.ts';

/**
 * What setup and tests see: the caller's environment without git's and Perigee's own variables, then the
 * suite's, then PERIGEE_HOME. The same for both sides: a longer environment alone can move a time.
 */
export function buildEnvironment(
  caller: Environment,
  suite: Readonly<Record<string, string>>,
  home: string,
): Record<string, string> {
  const environment = leaveOutRepositoryVariables(caller);
  for (const name of Object.keys(environment)) {
    if (name.startsWith('PERIGEE_')) delete environment[name];
  }
  return { ...environment, ...suite, PERIGEE_HOME: home };
}
