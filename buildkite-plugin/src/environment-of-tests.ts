import { isKeyOfJob, leaveOutHidden } from '../../src/runner/setup/hide-keys.ts';
import type { Environment } from '../../src/pipeline/buildkite/read-variable.ts';
import type { Options } from './options.ts';

/**
 * The part of this job's environment that setup and tests may see: what its command would see, without the keys of the
 * agent and the options of the plugin. None of these is for the code of a pull request.
 */
export function environmentOfTests(
  environment: Environment,
  { passwordVariable }: Pick<Options, 'passwordVariable'>,
): Record<string, string> {
  return leaveOutHidden(environment, (name) => isOfPlugin(name, passwordVariable));
}

/** Tests could read them in the environment of this process, too, which is why they are hidden there. */
export function isOfPlugin(name: string, passwordVariable: string | undefined): boolean {
  return isKeyOfJob(name) || name === passwordVariable || /^BUILDKITE_PLUGINS?($|_)/.test(name);
}
