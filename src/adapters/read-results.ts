import type { Results } from '../contract/execution.ts';
import { replaceNoNumbers } from '../contract/json-text.ts';

import { ResultsFault } from './results-fault.ts';
import { adapters } from './adapters.ts';
import type { Adapter } from './adapter.ts';
import { cleanName, foldNumbers, mostBenchmarks } from './fold-numbers.ts';
import { countLines, findNoJson, Json, type Output } from './json.ts';

/** Deeper than any tool writes; a hostile text would exhaust the stack. */
const deepest = 200;
/** Keys, values and lists: as many as the largest file of a real tool has, and as few as memory can hold. */
const mostParts = 10_000_000;

/**
 * Reads the measurements of a test's own tool.
 * @param format the name of an adapter, or `auto`
 * @param known the tools that it may be of
 * @returns what the record takes over, or what is wrong, as a sentence that names the line where it can
 */
export function readResults(
  text: string,
  format: string,
  known: readonly Adapter[] = adapters,
): Results {
  let reading = format;
  // A benchmark may fail in each of its rounds.
  const failed = new Set<string>();
  const notJudged = new Set<string>();
  try {
    const output = open(text.startsWith(byteOrderMark) ? text.slice(1) : text);
    const adapter =
      format === 'auto'
        ? known.find((one) => one.detects(output))
        : known.find(({ name }) => name === format);
    if (adapter === undefined) throw new ResultsFault(explainUnknown(format, output));
    reading = adapter.name;
    const numbers = adapter.read(output, (benchmark, why) => {
      if (why === undefined) failed.add(cleanName(benchmark));
      else notJudged.add(`${cleanName(benchmark)}: ${cleanName(why)}`);
      if (failed.size + notJudged.size > mostBenchmarks)
        throw new ResultsFault(`more than ${mostBenchmarks} benchmarks failed`);
    });
    const folded = foldNumbers(numbers, adapter.name);
    return {
      ...{ format: adapter.name, ...folded, failed: [...failed] },
      ...(notJudged.size === 0 ? {} : { notJudged: [...notJudged] }),
    };
  } catch (error) {
    if (error instanceof ResultsFault) {
      const { line, message } = error;
      const where = line === undefined ? '' : `line ${line}: `;
      const others = error.isEmpty
        ? `${listSome('failed', failed)}${listSome('not judged', notJudged)}`
        : '';
      return { fault: `${where}${message}${others}` };
    }
    // The output of one test must not end the run, whatever is wrong with its adapter.
    const why = error instanceof Error ? error.message : String(error);
    return { fault: `it could not be read as ${reading}: ${why.slice(0, 200)}` };
  }
}

/** A benchmark without a number may be why there is none at all. */
function listSome(what: string, names: ReadonlySet<string>): string {
  const some = [...names].slice(0, 2).map((name) => JSON.stringify(name.slice(0, 60)));
  return some.length === 0 ? '' : `; ${what}: ${some.join(', ')}`;
}

const byteOrderMark = '\uFEFF';

function open(text: string): Output {
  const trimmed = text.trimStart();
  if (trimmed === '') throw new ResultsFault('it is empty: the tool wrote nothing');
  if (!/^[[{]/.test(trimmed)) return { text };
  refuseSize(text);
  const json = parse(text);
  // A line of JSON each, or text that begins with a bracket.
  return json === undefined ? { text } : { text, json };
}

function parse(text: string): Json | undefined {
  for (const read of [(one: string) => one, replaceNoNumbers]) {
    try {
      return new Json(JSON.parse(read(text)));
    } catch {
      // It may be JSON but for its numbers that are none.
    }
  }
  return undefined;
}

/** Before JSON.parse, which makes all of them at once. Each text, comma, list and object counts. */
function refuseSize(text: string): void {
  let depth = 0;
  let parts = 0;
  let isInText = false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (isInText) {
      if (code === 0x5c) i += 1;
      else if (code === 0x22) isInText = false;
    } else if (code === 0x22) {
      isInText = true;
      parts += 1;
    } else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      parts += 1;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
    else if (code === 0x2c) parts += 1;
    if (depth > deepest) {
      throw new ResultsFault(`lists and objects nested more than ${deepest} deep`);
    }
    if (parts > mostParts) throw new ResultsFault(`more than ${mostParts} keys and values`);
  }
}

function explainUnknown(format: string, { json, text }: Output): string {
  const names = adapters.map(({ name }) => name).join(', ');
  if (format !== 'auto') return `there is no format "${format}", only auto, ${names}`;
  const what = json !== undefined ? 'this JSON' : describeBeginning(text);
  return `no known tool wrote ${what}; name the format, one of ${names}`;
}

/** JSON that was cut off, or has a line before it, looks like text: where it is none is what helps. */
function describeBeginning(text: string): string {
  const begin = `"${text.trimStart().slice(0, 60).split('\n')[0] ?? ''}"`;
  if (/^\s*[[{]/.test(text)) return `this, which is not JSON from line ${findNoJson(text)} on`;
  const place = text.search(/^[[{]/m);
  if (place < 0 || parse(text.slice(place)) === undefined) return begin;
  const line = countLines(text.slice(0, text.search(/\S/)));
  throw new ResultsFault(`${begin} stands before the JSON: let the tool write a file`, line);
}
