import type { SchemaError } from '../contract/validate.ts';
import { nameOfMap, withoutFullStop } from './describe-key-error.ts';
import { suggestName } from './nearest-name.ts';
import { childPointer, offsetOf, type Places, type SuiteProblem } from './places.ts';
import { showChoices, showText, showValue } from './show-value.ts';
import { suggestCommand } from './suggest-command.ts';

interface ValueSchema {
  title?: string;
  description?: string;
  properties?: object;
  anyOf?: readonly { type?: string }[];
}

/** A value that the schema refuses: what it is, what would have been right, and how to write that. */
export function describeValueError(error: SchemaError, places: Places): SuiteProblem {
  const { instancePath, keyword, data } = error;
  const schema = error.parentSchema as ValueSchema;
  const params = error.params as Record<string, unknown>;
  const limit = Number(params['limit']);
  const offset = offsetOf(places, instancePath);
  const expected = withoutFullStop(schema.description ?? '');
  if (/\/worse(\/\w+)?$/.test(instancePath) && typeof data === 'string' && /^-\s*\d/.test(data)) {
    const seen = `${showText(data)} is negative, which "worse" cannot be`;
    return { offset, seen, expected, remedy: `write ${data.replace(/^-\s*/, '')}` };
  }
  switch (keyword) {
    case 'type':
      return describeType(error, offset, expected);
    case 'pattern':
      if (typeof data === 'string' && /\p{Cc}/u.test(data)) {
        return { offset, seen: `${showText(data)} holds characters that do not print` };
      }
      return { offset, seen: `${showValue(data)} does not fit here`, expected };
    case 'anyOf':
      return {
        offset,
        seen: `${showValue(data)} does not fit here`,
        expected: expected === '' ? nameBranches(schema) : expected,
      };
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
  if (keys.length > limit) {
    return { offset, seen: `${keys.length} keys`, expected: `at most ${limit}` };
  }
  return {
    offset,
    seen: `${nameOfMap(schema)} is empty`,
    expected: `at least one of ${showChoices(Object.keys(schema.properties ?? {}))}`,
  };
}

function nameBranches({ anyOf = [] }: ValueSchema): string {
  return nameTypes(anyOf.flatMap(({ type }) => type ?? []));
}

function nameTypes(types: readonly string[]): string {
  return showChoices(types.map((name) => nameOfType[name] ?? name));
}

const nameOfType: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true/false',
  array: 'a list',
  object: 'a map of keys',
};

function describeType(error: SchemaError, offset: number, words: string): SuiteProblem {
  const { data, params, parentSchema, instancePath } = error;
  const types = [(params as { type: string | string[] }).type].flat();
  const type = nameTypes(types);
  const remedy = remedyOfType(data, types, parentSchema as ValueSchema, instancePath);
  return {
    offset,
    seen: `${showValue(data)} is not ${type}`,
    expected: words === '' ? type : words,
    ...(remedy && { remedy }),
  };
}

function remedyOfType(
  data: unknown,
  types: string[],
  schema: ValueSchema,
  pointer: string,
): string | undefined {
  if (data === null) {
    return types.includes('string') ? 'write a value, or "" for the empty text' : undefined;
  }
  if (typeof data !== 'string' && typeof data !== 'number' && typeof data !== 'boolean') {
    return undefined;
  }
  if (schema.title === 'Command') return `write it as a list: ${suggestCommand(String(data))}`;
  if (pointer === '/setup') return `write it as a list of lists: [${suggestCommand(String(data))}]`;
  // Only what needs no quotes is shown without them.
  const text = /^[\w.%-]+$/.test(String(data)) ? String(data) : showText(String(data));
  if (schema.title === 'Limit') return `write { worse: ${text} }`;
  if (types.includes('array')) return `write [${text}]`;
  if (!types.includes('string')) return undefined;
  if (typeof data === 'number' && schema.title === 'Percentage') return `write ${text}%`;
  if (typeof data === 'number' && schema.title === 'Duration') return `write ${text}s for seconds`;
  return `put it in quotes: ${showText(String(data))}`;
}
