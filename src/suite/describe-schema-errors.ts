import { foldAlternatives } from '../contract/schema-errors.ts';
import type { SchemaError } from '../contract/validate.ts';
import { describeKeyError, isKeyError, meantKey } from './describe-key-error.ts';
import { describeValueError } from './describe-value-error.ts';
import { childPointer, type SuiteProblem } from './places.ts';

/** The schema's faults of a value, in words; one problem for one mistake. */
export function describeSchemaErrors(errors: readonly SchemaError[]): SuiteProblem[] {
  return dropEchoes(errors).map((error) =>
    isKeyError(error) ? describeKeyError(error) : describeValueError(error),
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

/** One error for one mistake: a misspelt key is not missing as well, and one keyword is enough for a value. */
function dropEchoes(errors: readonly SchemaError[]): SchemaError[] {
  // If no key is missing, no misspelt one can be meant for it.
  const lacking = new Set(
    errors.filter(({ keyword }) => keyword === 'required').map(({ instancePath }) => instancePath),
  );
  const misspelt = new Set(
    errors
      .filter(({ instancePath }) => lacking.has(instancePath))
      .map((error) => childPointer(error.instancePath, meantKey(error) ?? '')),
  );
  const refusedValues = new Set<string>();
  return foldAlternatives(errors).filter((error) => {
    const { instancePath, keyword, propertyName, params } = error;
    // The error of the name itself; `propertyNames` follows it and says which name.
    if (propertyName !== undefined) return false;
    // The error of its branch says what is missing.
    if (keyword === 'if') return false;
    if (isKeyError(error)) {
      const missing = (params as Record<string, string>)['missingProperty'] ?? '';
      return keyword !== 'required' || !misspelt.has(childPointer(instancePath, missing));
    }
    // A second keyword has nothing to add, e.g. that an empty text is not of the pattern either.
    return !refusedValues.has(instancePath) && refusedValues.add(instancePath);
  });
}

function ancestorsOf(pointer: string): string[] {
  const found: string[] = [];
  for (let end = pointer.lastIndexOf('/'); end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    found.push(pointer.slice(0, end));
  }
  return found;
}
