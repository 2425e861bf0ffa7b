import type { SchemaError } from '../contract/validate.ts';
import { describeKeyError, isKeyError, meantKey } from './describe-key-error.ts';
import { describeValueError } from './describe-value-error.ts';
import { childPointer, type Places, type SuiteProblem } from './places.ts';

/** What the schema has against a value, in words; one problem for one mistake. */
export function describeSchemaErrors(
  errors: readonly SchemaError[],
  places: Places,
): SuiteProblem[] {
  return dropEchoes(errors).map((error) =>
    isKeyError(error) ? describeKeyError(error, places) : describeValueError(error, places),
  );
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
  const misspelt = new Set<string>();
  for (const error of errors) {
    const { instancePath, keyword } = error;
    // The last one at a place is the outermost.
    if (keyword === 'anyOf') choices.set(instancePath, error);
    else if (isKeyError(error)) inMaps.add(instancePath);
    for (const ancestor of ancestorsOf(instancePath)) inMaps.add(ancestor);
    misspelt.add(childPointer(instancePath, meantKey(error) ?? ''));
  }
  const refusedValues = new Set<string>();
  return errors.filter((error) => {
    const { instancePath, keyword, propertyName, params } = error;
    // The error of the name itself; `propertyNames` follows it and says which name.
    if (propertyName !== undefined) return false;
    const missing = (params as Record<string, string>)['missingProperty'] ?? '';
    if (keyword === 'required' && misspelt.has(childPointer(instancePath, missing))) return false;
    const choice = choices.get(instancePath);
    const detailed = inMaps.has(instancePath) && isMap(error.data);
    if (isKeyError(error)) return choice === undefined || detailed;
    if (choice !== undefined && (detailed || error !== choice)) return false;
    // A second keyword has nothing to add, e.g. that an empty text is not of the pattern either.
    return !refusedValues.has(instancePath) && refusedValues.add(instancePath);
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
