import type { SchemaError } from '../contract/validate.ts';
import { describeKeyError, isKeyError } from './describe-key-error.ts';
import { describeValueError } from './describe-value-error.ts';
import { childPointer, type Places, type SuiteProblem } from './places.ts';

/** What the schema has against a value, one problem for each place, in words. */
export function describeSchemaErrors(
  errors: readonly SchemaError[],
  places: Places,
): SuiteProblem[] {
  const problems = dropEchoes(errors).map((error) =>
    isKeyError(error) ? describeKeyError(error, places) : describeValueError(error, places),
  );
  // Two keywords can say the same of one place, e.g. that it is no text and not of the pattern.
  const seen = new Set<string>();
  return problems.filter(({ offset, seen: words }) => {
    const key = `${offset} ${words}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** The pointers to all that the schema refuses: an error spoils what holds it, not its neighbours. */
export function listRefused(errors: readonly SchemaError[]): Set<string> {
  const refused = new Set<string>();
  for (const { instancePath, params } of errors) {
    const key = (params as Record<string, unknown>)['propertyName'];
    if (typeof key === 'string') refused.add(childPointer(instancePath, key));
    for (const pointer of ['', ...ancestorsOf(instancePath), instancePath]) refused.add(pointer);
  }
  return refused;
}

/**
 * A failed `anyOf` comes with the errors of each of its branches. When the value is a map, the errors
 * inside it are the useful ones; otherwise only the outermost `anyOf` is, whose schema says in words
 * what would have been right.
 */
function dropEchoes(errors: readonly SchemaError[]): SchemaError[] {
  const choices = new Map<string, SchemaError>();
  const inMaps = new Set<string>();
  for (const error of errors) {
    // The last one at a place is the outermost.
    if (error.keyword === 'anyOf') choices.set(error.instancePath, error);
    else if (isKeyError(error)) inMaps.add(error.instancePath);
    for (const ancestor of ancestorsOf(error.instancePath)) inMaps.add(ancestor);
  }
  return errors.filter((error) => {
    // The error of the name itself; `propertyNames` follows it and says which name.
    if (error.propertyName !== undefined) return false;
    const choice = choices.get(error.instancePath);
    if (choice === undefined) return true;
    const detailed = inMaps.has(error.instancePath) && isMap(error.data);
    return detailed ? isKeyError(error) : error === choice;
  });
}

function isMap(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function ancestorsOf(pointer: string): string[] {
  const found: string[] = [];
  for (let end = pointer.lastIndexOf('/'); end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    found.push(pointer.slice(0, end));
  }
  return found;
}
