import { leaveOutHidden } from '../../src/runner/setup/hide-keys.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Files by which a step sets outputs, variables and the summary of its job. */
const commandFiles = new Set([
  'GITHUB_ENV',
  'GITHUB_OUTPUT',
  'GITHUB_PATH',
  'GITHUB_STATE',
  'GITHUB_STEP_SUMMARY',
]);

/**
 * The part of this job's environment that setup and tests may see: what a `run:` step would see, less what a step can
 * change its job with. The runner gives an action its inputs, with tokens and passwords, and the key to artifacts and
 * caches; none of that is for the code of a pull request.
 */
export function environmentOfTests(environment: Environment): Record<string, string> {
  return leaveOutHidden(environment, isOfAction);
}

/** Tests could read them in the environment of this process, too, which is why they are hidden there. */
export function isOfAction(name: string): boolean {
  return /^(INPUT|ACTIONS|STATE)_/.test(name) || commandFiles.has(name);
}
