import { isKeyOfJob } from '../../src/runner/setup/hide-keys.ts';
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
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (!isOfPlugin(name, passwordVariable) && value !== undefined) kept[name] = value;
  }
  return kept;
}

/** Tests could read them in the environment of this process, too, which is why they are hidden there. */
export function isOfPlugin(name: string, passwordVariable: string | undefined): boolean {
  return isKeyOfJob(name) || name === passwordVariable || /^BUILDKITE_PLUGINS?($|_)/.test(name);
}
