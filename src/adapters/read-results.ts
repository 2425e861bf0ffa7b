import type { ReadResults, Results } from '../contract/execution.ts';

import { ResultsFault } from './results-fault.ts';
import { adapters } from './adapters.ts';
import { cleanName, foldNumbers } from './fold-numbers.ts';
import { Json, type Output } from './json.ts';

/** Deeper than any tool writes; a hostile text would exhaust the stack. */
const deepest = 200;

/**
 * What a test's own tool has measured.
 * @param format the name of an adapter, or `auto`
 * @returns what the record takes over, or what is wrong, as a sentence that names the line where it can
 */
export const readResults: ReadResults = (text, format): Results => {
  try {
    const output = open(text);
    const adapter =
      format === 'auto'
        ? adapters.find((one) => one.detects(output))
        : adapters.find(({ name }) => name === format);
    if (adapter === undefined) throw new ResultsFault(explainUnknown(format, output));
    const failed: string[] = [];
    const numbers = adapter.read(output, (benchmark) => failed.push(cleanName(benchmark)));
    return { format: adapter.name, ...foldNumbers(numbers, adapter.name), failed };
  } catch (error) {
    if (!(error instanceof ResultsFault)) throw error;
    const { line, message } = error;
    return { fault: line === undefined ? message : `line ${line}: ${message}` };
  }
};

function open(text: string): Output {
  const trimmed = text.trimStart();
  if (trimmed === '') throw new ResultsFault('it is empty: the tool wrote nothing');
  if (!/^[[{]/.test(trimmed)) return { text };
  refuseDepth(text);
  try {
    return { text, json: new Json(JSON.parse(text)) };
  } catch {
    // A line of JSON each, or text that begins with a bracket.
    return { text };
  }
}

function refuseDepth(text: string): void {
  let depth = 0;
  let isInText = false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (isInText) {
      if (code === 0x5c) i += 1;
      else if (code === 0x22) isInText = false;
    } else if (code === 0x22) isInText = true;
    else if (code === 0x5b || code === 0x7b) depth += 1;
    else if (code === 0x5d || code === 0x7d) depth -= 1;
    if (depth > deepest) {
      throw new ResultsFault(`lists and objects nested more than ${deepest} deep`);
    }
  }
}

function explainUnknown(format: string, { json, text }: Output): string {
  const names = adapters.map(({ name }) => name).join(', ');
  if (format !== 'auto') return `there is no format "${format}", only auto, ${names}`;
  const what = json !== undefined ? 'this JSON' : describeBeginning(text);
  return `no known tool wrote ${what}; name the format, one of ${names}`;
}

/** JSON that was cut off looks like text: where it ends is what helps. */
function describeBeginning(text: string): string {
  if (!/^\s*[[{]/.test(text)) return `"${text.trim().split('\n')[0]?.slice(0, 60) ?? ''}"`;
  const lines = text.trimEnd().split('\n').length;
  return `this, which is not whole JSON and ends at line ${lines}`;
}
