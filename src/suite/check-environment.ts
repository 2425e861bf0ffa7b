import type { Environment } from '../contract/documents.ts';
import { childPointer, type SuiteProblem } from './places.ts';
import { formatText } from './format-value.ts';

/** Variables by which Perigee itself talks to the tests. */
const ownPrefix = 'PERIGEE_';

/** Checks environment variables that the schema accepts. */
export function checkEnvironment(
  environment: Environment | undefined,
  pointer: string,
): SuiteProblem[] {
  const problems: SuiteProblem[] = [];
  for (const [name, value] of Object.entries(environment ?? {})) {
    const at = childPointer(pointer, name);
    if (name.startsWith(ownPrefix)) {
      problems.push({
        at: { key: at },
        seen: `${formatText(name)} is a variable that Perigee sets itself`,
        expected: `a name that does not begin with ${ownPrefix}`,
      });
    }
    if (typeof value === 'string' && value.includes('\0')) {
      problems.push({ at, seen: 'a NUL character in a variable' });
    }
  }
  return problems;
}
