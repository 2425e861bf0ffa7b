import type { SchemaError } from '../contract/validate.ts';
import { nameOfMap, withoutFullStop } from './describe-key-error.ts';
import { suggestName } from './nearest-name.ts';
import { childPointer, offsetOf, type Places, type SuiteProblem } from './places.ts';
import { showChoices, showText, showValue } from './show-value.ts';

interface ValueSchema {
  title?: string;
  description?: string;
}

/** A value that the schema refuses: what it is, what would have been right, and how to write that. */
export function describeValueError(error: SchemaError, places: Places): SuiteProblem {
  const { instancePath, keyword, data } = error;
  const schema = error.parentSchema as ValueSchema;
  const params = error.params as Record<string, unknown>;
  const limit = Number(params['limit']);
  const offset = offsetOf(places, instancePath);
  const expected = withoutFullStop(schema.description ?? '');
  switch (keyword) {
    case 'type':
      return describeType(error, offset, expected);
    case 'pattern':
      if (typeof data === 'string' && /\p{Cc}/u.test(data)) {
        return { offset, seen: `${showText(data)} holds characters that do not print` };
      }
      return { offset, seen: `${showValue(data)} does not fit here`, expected };
    case 'anyOf':
      return { offset, seen: `${showValue(data)} does not fit here`, expected };
    case 'enum': {
      const allowed = (params['allowedValues'] as unknown[]).map(String);
      const remedy = suggestName(String(data), allowed);
      return {
        offset,
        seen: `${showValue(data)} is not a choice here`,
        expected: showChoices(allowed),
        ...(remedy && { remedy }),
      };
    }
    case 'const':
      return {
        offset,
        seen: `${showValue(data)} does not fit here`,
        expected: String(params['allowedValue']),
        remedy: 'this Perigee reads version 1; a newer file needs a newer Perigee',
      };
    case 'uniqueItems': {
      const item = childPointer(instancePath, Number(params['i']));
      const value = (data as unknown[])[Number(params['i'])];
      return { offset: offsetOf(places, item), seen: `${showValue(value)} is in the list twice` };
    }
    case 'minProperties':
    case 'maxProperties':
      return describeSize(error, offset, limit);
    default:
      return { offset, seen: describeBound(keyword, data, limit), ...(expected && { expected }) };
  }
}

function describeBound(keyword: string, data: unknown, limit: number): string {
  const most = limit.toLocaleString('en-US');
  switch (keyword) {
    case 'minimum':
      return `${showValue(data)} is too small: the least is ${most}`;
    case 'exclusiveMinimum':
      return `${showValue(data)} is not more than ${most}`;
    case 'maximum':
      return `${showValue(data)} is too large: the most is ${most}`;
    case 'minItems':
      return 'the list is empty';
    case 'maxItems':
      return `${(data as unknown[]).length.toLocaleString('en-US')} entries, more than ${most}`;
    case 'minLength':
      return 'the text is empty';
    case 'maxLength':
      return `${showValue(data)} is longer than ${most} characters`;
    default:
      return `${showValue(data)} does not fit here`;
  }
}

function describeSize(error: SchemaError, offset: number, limit: number): SuiteProblem {
  const schema = error.parentSchema as ValueSchema;
  const keys = Object.keys(error.data as object);
  if (schema.title === 'Service') {
    const targets = keys.filter((key) => key !== 'name');
    return {
      offset,
      seen:
        targets.length === 0
          ? 'a service that is named only'
          : `a service with ${targets.map((key) => showText(key)).join(' and ')}`,
      expected: 'a name, and exactly one of pid, pidFile and cgroup',
    };
  }
  return {
    offset,
    seen: keys.length === 0 ? `${nameOfMap(schema)} is empty` : `${keys.length} keys`,
    expected: `${keys.length < limit ? 'at least' : 'at most'} ${limit}`,
  };
}

const nameOfType: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true/false',
  array: 'a list',
  object: 'a map of keys',
};

function describeType({ data, params, parentSchema }: SchemaError, offset: number, words: string) {
  const types = [(params as { type: string | string[] }).type].flat();
  const type = showChoices(types.map((name) => nameOfType[name] ?? name));
  const remedy = remedyOfType(data, types, parentSchema as ValueSchema);
  return {
    offset,
    seen: `${showValue(data)} is not ${type}`,
    expected: words === '' ? type : words,
    ...(remedy && { remedy }),
  };
}

function remedyOfType(data: unknown, types: string[], schema: ValueSchema): string | undefined {
  if (schema.title === 'Command' && typeof data === 'string') return remedyOfCommand(data);
  if (schema.title === 'Percentage' && typeof data === 'number') return `write ${data}%`;
  const isScalar = typeof data === 'number' || typeof data === 'boolean';
  if (types.includes('string') && isScalar) return `put it in quotes: "${String(data)}"`;
  if (types.includes('string') && data === null) return 'write a value, or "" for the empty text';
  if (types.includes('array') && data !== null) return 'begin each entry with "- "';
  return undefined;
}

/** Splitting at blanks is right only where a shell would have done no more than that. */
function remedyOfCommand(line: string): string {
  const plain = /^[\w./:=@%+, -]+$/.test(line) && !line.includes(',');
  const list = plain ? line.trim().split(/ +/).join(', ') : `sh, -c, ${showText(line)}`;
  return `write it as a list: [${list}]`;
}
