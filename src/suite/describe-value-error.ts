import { parseDurationNs, unitNames } from '../contract/units.ts';
import type { SchemaError } from '../contract/validate.ts';
import { withoutFullStop } from './describe-key-error.ts';
import { nameOfMap } from './homes-of-keys.ts';
import { suggestName } from './nearest-name.ts';
import { childPointer, type SuiteProblem } from './places.ts';
import { formatChoices, formatText, formatValue } from './format-value.ts';
import { remedyOfType } from './remedy-of-type.ts';
import type { ValueSchema } from './value-schema.ts';

/** A value that the schema refuses: what it is, what would have been right, and how to write that. */
export function describeValueError(error: SchemaError): SuiteProblem {
  const { instancePath: at, keyword, data } = error;
  const schema = error.parentSchema as ValueSchema;
  const params = error.params as Record<string, unknown>;
  const limit = Number(params['limit']);
  const expected = withoutFullStop(schema.description ?? '');
  if (/\/worse(\/\w+)?$/.test(at) && typeof data === 'string' && /^-\s*\d/.test(data)) {
    const seen = `${formatText(data)} is negative, which "worse" cannot be`;
    return { at, seen, expected, remedy: `write ${data.replace(/^-\s*/, '')}` };
  }
  switch (keyword) {
    case 'type':
      return describeType(error, expected);
    case 'pattern':
      if (typeof data === 'string' && /\p{Cc}/u.test(data)) {
        return { at, seen: `${formatText(data)} holds characters that do not print` };
      }
      return {
        at,
        seen: `${formatValue(data)} does not fit here`,
        ...explainPattern(schema, data, at),
      };
    case 'anyOf':
      return {
        at,
        seen: `${formatValue(data)} does not fit here`,
        expected: expected === '' ? nameBranches(schema) : expected,
        ...(isLimit.test(at) && adviseUnit(data, unitNames)),
      };
    case 'enum': {
      const allowed = (params['allowedValues'] as unknown[]).map(String);
      return {
        at,
        seen: `${formatValue(data)} is not a choice here`,
        expected: formatChoices(allowed),
        remedy: (effort) => suggestName(String(data), allowed, undefined, effort),
      };
    }
    case 'const':
      return {
        at,
        seen: `${formatValue(data)} does not fit here`,
        expected: String(params['allowedValue']),
        remedy: 'this Perigee reads version 1; a newer file needs a newer Perigee',
      };
    case 'uniqueItems': {
      const item = childPointer(at, Number(params['i']));
      const value = (data as unknown[])[Number(params['i'])];
      return { at: item, seen: `${formatValue(value)} is in the list twice` };
    }
    case 'dependentRequired': {
      const { property, missingProperty } = params as Record<string, string>;
      return {
        at: { key: childPointer(at, property ?? '') },
        seen: `"${property}" of ${nameOfMap(schema)} without "${missingProperty}"`,
        expected: 'both of them',
      };
    }
    case 'not':
    case 'minProperties':
    case 'maxProperties':
      return describeSize(error, limit);
    case 'minItems':
      return {
        at,
        seen: data instanceof Array && data.length > 0 ? 'a list of one' : 'the list is empty',
        ...(expected && { expected }),
        ...(withoutList.has(at) && { remedy: `take it out: ${withoutList.get(at)}` }),
      };
    default:
      return { at, seen: describeBound(keyword, data, limit), ...(expected && { expected }) };
  }
}

/** What it means if a list that says too little is not there at all. */
const withoutList: ReadonlyMap<string, string> = new Map([
  ['/gate/paths', 'then every change counts'],
  ['/shards/platforms', 'one platform needs no list'],
]);

const isLimit = /\/worse(\/absolute)?$/;

/** The form of a text that does not fit a pattern; for a quantity and an address, also how to write it. */
function explainPattern(
  { title, description, pattern = '' }: ValueSchema,
  data: unknown,
  instancePath: string,
): { expected: string; remedy?: string } {
  if (isLimit.test(instancePath)) {
    const expected =
      'a number with a unit: ns, us, ms, s, m or h for a time; B, kB, MB, GB, KiB, MiB or GiB for a size; none for a count';
    return { expected, ...adviseUnit(data, unitNames) };
  }
  const expected = description ? withoutFullStop(description) : `text that fits ${pattern}`;
  const secure = `https://${String(data)}`;
  if (title === 'Duration') {
    const times = unitNames.filter((name) => parseDurationNs(`1${name}`) !== undefined);
    const unknown = { remedy: 'its unit is ms, s, m or h: write days as hours' };
    return { expected, ...unknown, ...adviseUnit(data, times) };
  }
  const isLinkPattern = pattern.startsWith('^https?://');
  return isLinkPattern && !String(data).includes('://') && new RegExp(pattern).test(secure)
    ? { expected, remedy: `write ${secure}` }
    : { expected };
}

/** `4M` may be meant for 4MB or 4MiB, `5 seconds` for 5s. */
function adviseUnit(data: unknown, units: readonly string[]): { remedy?: string } {
  const [, number, written = ''] = /^(\d+(?:\.\d+)?)\s*(\p{L}+)$/u.exec(String(data)) ?? [];
  if (number === undefined) return {};
  const name = written.toLowerCase();
  const long = units.find((unit) => unit === longNames[name.replace(/s$/, '')]);
  const fits: readonly ((unit: string) => boolean)[] = [
    (unit) => unit.length > written.length && unit.startsWith(written),
    (unit) => unit.toLowerCase() === name,
    (unit) => unit.toLowerCase().startsWith(name),
  ];
  const meant =
    long === undefined
      ? (fits.map((fit) => units.filter(fit)).find((found) => found.length > 0) ?? [])
      : [long];
  return meant.length === 0
    ? {}
    : { remedy: `write ${formatChoices(meant.map((unit) => `${number}${unit}`))}` };
}

const longNames: Readonly<Record<string, string>> = {
  nanosecond: 'ns',
  microsecond: 'us',
  millisecond: 'ms',
  second: 's',
  sec: 's',
  minute: 'm',
  min: 'm',
  hour: 'h',
  byte: 'B',
  kilobyte: 'kB',
  megabyte: 'MB',
  gigabyte: 'GB',
};

function describeBound(keyword: string, data: unknown, limit: number): string {
  const most = limit.toLocaleString('en-US');
  switch (keyword) {
    case 'minimum':
      return `${formatValue(data)} is too small: the least is ${most}`;
    case 'exclusiveMinimum':
      return `${formatValue(data)} is not more than ${most}`;
    case 'maximum':
      return `${formatValue(data)} is too large: the most is ${most}`;
    case 'maxItems':
      return `${(data as unknown[]).length.toLocaleString('en-US')} entries, more than ${most}`;
    case 'minLength':
      return 'the text is empty';
    case 'maxLength':
      return `${formatValue(data)} is longer than ${most} characters`;
    default:
      return `${formatValue(data)} does not fit here`;
  }
}

function describeSize(error: SchemaError, limit: number): SuiteProblem {
  const at = error.instancePath;
  const schema = error.parentSchema as ValueSchema;
  const keys = Object.keys(error.data as object);
  if (schema.title === 'Service') {
    const ofCommand = keys.includes('command') ? ['ready', 'readyTimeout'] : [];
    const targets = keys.filter((key) => !['name', ...ofCommand].includes(key));
    return {
      at,
      seen:
        targets.length === 0
          ? 'a service that is named only'
          : `a service with ${targets.map((key) => formatText(key)).join(' and ')}`,
      expected: 'a name, and exactly one of pid, pidFile, cgroup and command',
    };
  }
  if (keys.length > limit) {
    return { at, seen: `${keys.length} keys`, expected: `at most ${limit}` };
  }
  return {
    at,
    seen: `${nameOfMap(schema)} is empty`,
    expected: `at least one of ${formatChoices(Object.keys(schema.properties ?? {}))}`,
  };
}

function nameBranches({ anyOf = [] }: ValueSchema): string {
  return nameTypes(anyOf.flatMap(({ type }) => type ?? []));
}

function nameTypes(types: readonly string[]): string {
  return formatChoices(types.map((name) => nameOfType[name] ?? name));
}

const nameOfType: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true/false',
  array: 'a list',
  object: 'a map of keys',
};

function describeType(error: SchemaError, words: string): SuiteProblem {
  const { data, params, parentSchema, instancePath: at } = error;
  const types = [(params as { type: string | string[] }).type].flat();
  const type = nameTypes(types);
  const schema = parentSchema as ValueSchema;
  const remedy = remedyOfType(data, types, schema, at);
  // A secret written in the place of its variable or file must not appear in a log.
  const seen = schema.title === 'Secret' && typeof data === 'string' ? 'a text' : formatValue(data);
  // An explanation of a switch does not help with a wrongly written one.
  const isSwitch = types.every((name) => name === 'boolean');
  return {
    at,
    seen: `${seen} is not ${type}`,
    expected: at === '/gate' ? nameKeys(schema) : words === '' || isSwitch ? type : words,
    ...(remedy && { remedy }),
  };
}

function nameKeys({ properties = {} }: ValueSchema): string {
  return `keys below it, such as ${formatChoices(Object.keys(properties).slice(-3))}`;
}
