import { reservedKeys } from '../../contract/series-key.ts';

/** Limits of the names and annotations of a span. The SDKs check the same at the call. */
export const limits = {
  nameLength: 200,
  keyLength: 64,
  valueLength: 256,
  annotationsPerSpan: 16,
  distinctValuesPerKey: 64,
  /** With the span of the whole test. */
  distinctSpans: 20_000,
  openSpans: 1000,
  /** Occurrences that OpenTelemetry exports. */
  exportedSpans: 100_000,
  depth: 100,
} as const;

const keyPattern = /^(?!__proto__$)[A-Za-z_][A-Za-z0-9_.-]*$/;
const lineOrControl = /[\p{Cc}\u2028\u2029]/u;
/** No store can keep it: UTF-8 has nothing for it. */
const half = 'holds half of a character, an unpaired surrogate';
/** The SDK runs in tests on Node 18, which lacks `isWellFormed`. */
const unpaired = /\p{Surrogate}/gu;

/** As `toWellFormed`. */
export function replaceHalves(text: string): string {
  return text.replaceAll(unpaired, '\uFFFD');
}

/** @returns what is wrong with the name of a span, or undefined */
export function refuseName(name: unknown): string | undefined {
  if (typeof name !== 'string') return 'the name of a span is text';
  if (name.length === 0 || name.length > limits.nameLength) {
    return `the name of a span has 1 to ${limits.nameLength} characters, this one has ${name.length}`;
  }
  if (lineOrControl.test(name)) {
    return 'the name of a span is one line without control characters';
  }
  if (name.search(unpaired) >= 0) return `the name of a span ${half}`;
  return undefined;
}

/** @returns what is wrong with an annotation, or undefined */
export function refuseAnnotation(key: string, value: unknown): string | undefined {
  if (key.length > limits.keyLength) {
    return `the annotation key "${key.slice(0, 20)}..." has ${key.length} characters, at most ${limits.keyLength} are allowed`;
  }
  if (!keyPattern.test(key)) {
    return `the annotation key "${key}" is not allowed: a letter or _ first, then letters, digits, _ . -`;
  }
  if (reservedKeys.has(key)) return `the annotation key "${key}" is reserved: choose another one`;
  if (typeof value === 'string') {
    if (value.search(unpaired) >= 0) return `the value of annotation "${key}" ${half}`;
    if (value.length <= limits.valueLength) return undefined;
    return `the value of annotation "${key}" has ${value.length} characters, at most ${limits.valueLength} are allowed`;
  }
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) {
    return undefined;
  }
  return `the value of annotation "${key}" is neither text, a finite number, true nor false`;
}
