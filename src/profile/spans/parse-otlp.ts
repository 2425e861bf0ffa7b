import type { Annotations } from '../../contract/documents.ts';
import { limits, refuseAnnotation, refuseName } from './annotation-rules.ts';

/** A span as OpenTelemetry exports it, once it has ended. */
export interface ExportedSpan {
  /** The ids of the span and of its parent, unique within the trace. */
  id: string;
  parentId?: string;
  span: string;
  latencyNs: number;
  annotations: Annotations;
  /** Its status is an error. */
  failed: boolean;
}

/** One export. */
export interface ExportedBatch {
  spans: ExportedSpan[];
  /** Why others are not among them, one reason for each. */
  refused: string[];
}

/** Attributes of this kind are annotations; the others say what differs from call to call. */
const prefix = 'perigee.';
const errorStatus = 2;
const idPattern = /^[0-9A-Fa-f]{1,64}$/;

type Fields = Record<string, unknown>;

/**
 * Reads the body of an export in the JSON encoding of OTLP.
 * @returns undefined where it is none
 */
export function parseOtlp(body: unknown): ExportedBatch | undefined {
  if (!isObject(body) || !Array.isArray(body['resourceSpans'])) return undefined;
  const result: ExportedBatch = { spans: [], refused: [] };
  for (const scope of listIn(body['resourceSpans'], 'scopeSpans')) {
    for (const span of listIn([scope], 'spans')) {
      const parsed = parseSpan(span);
      if (typeof parsed === 'string') result.refused.push(parsed);
      else result.spans.push(parsed);
    }
  }
  return result;
}

function listIn(holders: readonly unknown[], key: string): unknown[] {
  return holders.flatMap((holder) => {
    const list = isObject(holder) ? holder[key] : undefined;
    return Array.isArray(list) ? (list as unknown[]) : [];
  });
}

/** @returns the span, or why it is none */
function parseSpan(span: unknown): ExportedSpan | string {
  if (!isObject(span)) return 'a span is an object';
  const { name, spanId, traceId, parentSpanId, status } = span;
  const refusal = refuseName(name);
  if (refusal !== undefined) return refusal;
  if (!isId(spanId) || !isId(traceId)) return `${name as string}: it has no spanId or no traceId`;
  const start = readNs(span['startTimeUnixNano']);
  const end = readNs(span['endTimeUnixNano']);
  if (start === undefined || end === undefined || end < start) {
    return `${name as string}: its start and end are no times`;
  }
  const annotations = readAnnotations(span['attributes']);
  if (typeof annotations === 'string') return annotations;
  return {
    id: `${traceId}/${spanId}`,
    ...(isId(parentSpanId) ? { parentId: `${traceId}/${parentSpanId}` } : {}),
    span: name as string,
    latencyNs: Number(end - start),
    annotations,
    failed: isObject(status) && status['code'] === errorStatus,
  };
}

/** @returns the annotations, or why they are refused */
function readAnnotations(attributes: unknown): Annotations | string {
  const annotations: Annotations = {};
  for (const attribute of Array.isArray(attributes) ? (attributes as unknown[]) : []) {
    if (!isObject(attribute) || typeof attribute['key'] !== 'string') continue;
    if (!attribute['key'].startsWith(prefix)) continue;
    const key = attribute['key'].slice(prefix.length);
    const value = readValue(attribute['value']);
    const refusal = refuseAnnotation(key, value);
    if (refusal !== undefined) return refusal;
    annotations[key] = value as Annotations[string];
  }
  if (Object.keys(annotations).length > limits.annotationsPerSpan) {
    return `a span has at most ${limits.annotationsPerSpan} annotations`;
  }
  return annotations;
}

/** A whole number may be text there: JSON has no 64 bits. */
function readValue(value: unknown): unknown {
  if (!isObject(value)) return undefined;
  const whole = value['intValue'];
  return (
    value['stringValue'] ??
    value['boolValue'] ??
    value['doubleValue'] ??
    (typeof whole === 'string' && /^-?\d{1,19}$/.test(whole) ? Number(whole) : whole)
  );
}

function readNs(value: unknown): bigint | undefined {
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) return BigInt(value);
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : undefined;
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && idPattern.test(value);
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
