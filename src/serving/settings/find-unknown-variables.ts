import type { ServiceConfig } from '../../contract/documents.ts';
import { nearestName } from '../../suite/nearest-name.ts';
import { type Environment, variables } from './environment.ts';

const prefix = 'PERIGEE_';
/** The runner sets these for tests; a service started from a test has them. */
const others = ['PERIGEE_HOME', 'PERIGEE_SOCKET'];
/** What Kubernetes sets for a service that is called perigee. */
const ofKubernetes = /^PERIGEE_(SERVICE_(HOST|PORT\w*)|PORT(_\d+_\w+)?)$/;

/**
 * One line on each variable that looks like a setting and is none: a mistyped one would be left out in silence.
 * @param config whose secrets may lie in variables of any name
 */
export function findUnknownVariables(environment: Environment, config: ServiceConfig): string[] {
  const known = variables.flatMap(({ name, form }) =>
    form === 'secret' ? [name, `${name}_FILE`] : [name],
  );
  const ours = new Set([...known, ...others, ...listSecretVariables(config)]);
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && !ours.has(name) && !ofKubernetes.test(name))
    .toSorted()
    .map((name) => {
      const meant = nearestName(
        name.slice(prefix.length),
        known.map((one) => one.slice(prefix.length)),
      );
      const hint = meant === undefined ? '' : `; did you mean ${prefix}${meant}?`;
      return `${name} is no setting, and nothing reads it${hint}`;
    });
}

/** The names below each `env` of the settings: nothing but secrets has one. */
function listSecretVariables(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, below]: [string, unknown]) =>
    key === 'env' && typeof below === 'string' ? [below] : listSecretVariables(below),
  );
}
