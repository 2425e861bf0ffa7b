import type { Annotations, Metric } from '../../contract/documents.ts';
import { refuseNumberName, refuseUnit, refuseValue } from '../../contract/numbers.ts';
import { limits, refuseAnnotation, refuseName } from './annotation-rules.ts';

/** Context switches of the process that marks the span, as getrusage(2) says. */
export interface Switches {
  voluntary: number;
  involuntary: number;
}

/** Tells spans of one name apart: those of test cases that are called the same. */
export interface OfCase {
  /** Any text that is the same for all attempts of one test case, and another for each other one. */
  case?: string;
  /** The test case failed, as it is marked to do. */
  expectedFailure?: boolean;
}

export interface BeginMessage extends Pick<OfCase, 'case'> {
  op: 'begin';
  id: number;
  span: string;
  /** The id of a span of the same connection, or the key of any. */
  parent?: number | string;
  pid?: number;
  switches?: Switches;
}

export interface EndMessage extends Pick<OfCase, 'expectedFailure'> {
  op: 'end';
  id: number;
  latencyNs: number;
  annotations: Annotations;
  /** The body of the span threw. */
  failed: boolean;
  switches?: Switches;
}

/** Values of one number of a span that has ended, or of the whole test. */
export interface RecordMessage extends OfCase {
  op: 'record';
  id: number;
  /** Absent: the whole test, or the open span that `parent` names. */
  span?: string;
  /** The key of an open span. */
  parent?: string;
  annotations: Annotations;
  name: string;
  unit?: string;
  direction?: Metric['direction'];
  values: readonly number[];
  /** How often each value counts; once when absent. */
  counts?: readonly number[];
  /** The test handed over many values at once. */
  asDistribution: boolean;
  /** Values that this message and those after it bring: in the first all of them, then 0. */
  total: number;
  /** Values that the sender could not keep. */
  left: number;
}

export type Message = BeginMessage | EndMessage | RecordMessage;

/** A message that is not one: the text says why and goes back to its sender. */
export class BadMessage extends Error {}

/** `3/1`: the first span of the third connection. */
const keyPattern = /^\d{1,15}\/\d{1,16}$/;

type Fields = Record<string, unknown>;

/**
 * Parses one line of the protocol; docs/metrics.md describes it.
 * @throws BadMessage for everything that is not a message
 */
export function parseMessage(line: string): Message {
  const fields = parseObject(line);
  if (fields['op'] === 'begin') return parseBegin(fields);
  if (fields['op'] === 'end') return parseEnd(fields);
  if (fields['op'] === 'record') return parseRecord(fields);
  throw new BadMessage('"op" is "begin", "end" or "record"');
}

function parseObject(line: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new BadMessage('a message is one line of JSON');
  }
  if (!isObject(value)) throw new BadMessage('a message is a JSON object');
  return value;
}

function parseBegin(fields: Fields): BeginMessage {
  const { span, parent, pid } = fields;
  const refusal = refuseName(span);
  if (refusal !== undefined) throw new BadMessage(refusal);
  return {
    op: 'begin',
    id: parseWhole(fields['id'], 'id'),
    span: span as string,
    ...(parent === undefined ? {} : { parent: parseParent(parent) }),
    ...(pid === undefined ? {} : { pid: parseWhole(pid, 'pid') }),
    ...parseCase(fields['case']),
    ...parseSwitches(fields['switches']),
  };
}

function parseEnd(fields: Fields): EndMessage {
  return {
    op: 'end',
    id: parseWhole(fields['id'], 'id'),
    latencyNs: parseWhole(fields['latencyNs'], 'latencyNs'),
    annotations: parseAnnotations(fields['annotations'] ?? {}),
    failed: fields['failed'] === true,
    expectedFailure: fields['expectedFailure'] === true,
    ...parseSwitches(fields['switches']),
  };
}

function parseRecord(fields: Fields): RecordMessage {
  const { name, unit, direction, values, counts, span, parent, left = 0 } = fields;
  const wrongName = refuseNumberName(name);
  if (wrongName !== undefined) throw new BadMessage(wrongName);
  const refusal =
    (span === undefined ? undefined : refuseName(span)) ??
    (unit === undefined ? undefined : refuseUnit(unit)) ??
    refuseList(values, 'values', refuseValue) ??
    (counts === undefined ? undefined : refuseList(counts, 'counts', refuseCount));
  if (refusal !== undefined) throw new BadMessage(`${name as string}: ${refusal}`);
  if (direction !== undefined && direction !== 'lower' && direction !== 'higher') {
    throw new BadMessage('"direction" is "lower" or "higher"');
  }
  if (counts !== undefined && (counts as number[]).length !== (values as number[]).length) {
    throw new BadMessage('"counts" has one entry for each of "values"');
  }
  return {
    op: 'record',
    id: parseWhole(fields['id'], 'id'),
    ...(span === undefined ? {} : { span: span as string }),
    ...(parent === undefined ? {} : { parent: parseKey(parent) }),
    annotations: parseAnnotations(fields['annotations'] ?? {}),
    ...parseCase(fields['case']),
    expectedFailure: fields['expectedFailure'] === true,
    name: name as string,
    ...(unit === undefined ? {} : { unit: unit as string }),
    ...(direction === undefined ? {} : { direction }),
    values: values as number[],
    ...(counts === undefined ? {} : { counts: counts as number[] }),
    asDistribution: fields['distribution'] === true,
    total: parseWhole(fields['total'] ?? (values as number[]).length, 'total'),
    left: parseWhole(left, 'left'),
  };
}

function refuseList(
  list: unknown,
  name: string,
  refuse: (value: unknown) => string | undefined,
): string | undefined {
  if (!Array.isArray(list)) return `"${name}" is a list`;
  for (const value of list) {
    const refusal = refuse(value);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function refuseCount(count: unknown): string | undefined {
  if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 1) return undefined;
  return 'a count is a whole number, 1 or more';
}

/** The keys are checked before the copy, so that none of them can touch a prototype. */
function parseAnnotations(value: unknown): Annotations {
  if (!isObject(value)) throw new BadMessage('"annotations" is an object');
  const entries = Object.entries(value);
  if (entries.length > limits.annotationsPerSpan) {
    throw new BadMessage(
      `a span has at most ${limits.annotationsPerSpan} annotations, this one has ${entries.length}`,
    );
  }
  for (const [key, entry] of entries) {
    const refusal = refuseAnnotation(key, entry);
    if (refusal !== undefined) throw new BadMessage(refusal);
  }
  return value as Annotations;
}

function parseCase(value: unknown): Pick<OfCase, 'case'> {
  if (value === undefined) return {};
  if (typeof value === 'string' && value !== '' && value.length <= limits.nameLength) {
    return { case: value };
  }
  throw new BadMessage(`"case" is text of 1 to ${limits.nameLength} characters`);
}

function parseSwitches(value: unknown): { switches?: Switches } {
  if (value === undefined) return {};
  if (!isObject(value)) throw new BadMessage('"switches" is an object');
  return {
    switches: {
      voluntary: parseWhole(value['voluntary'], 'switches.voluntary'),
      involuntary: parseWhole(value['involuntary'], 'switches.involuntary'),
    },
  };
}

function parseParent(value: unknown): number | string {
  return typeof value === 'string' ? parseKey(value) : parseWhole(value, 'parent');
}

function parseKey(value: unknown): string {
  if (typeof value === 'string' && keyPattern.test(value)) return value;
  throw new BadMessage('"parent" is the key that the answer to begin had');
}

function parseWhole(value: unknown, name: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new BadMessage(`"${name}" is a whole number, 0 or more`);
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
