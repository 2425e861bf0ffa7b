import { basename } from 'node:path';
import { compiledCode, type FunctionCount } from '../../contract/execution.ts';

/** As long as a name may be in a record. */
const longestName = 200;

/** Adds what one file of callgrind says to the functions that others named. */
export function addCallgrind(text: string, functions: Map<string, FunctionCount>): void {
  const names = { ob: new Map<string, string>(), fn: new Map<string, string>() };
  const read = (kind: keyof typeof names, written: string): string => {
    const [, id = '', name = ''] = /^(\(\d+\))? ?(.*)$/.exec(written) ?? [];
    if (name !== '' && id !== '') names[kind].set(id, name);
    return name === '' ? (names[kind].get(id) ?? '???') : name;
  };
  const find = (name: string): FunctionCount => {
    let found = functions.get(name);
    if (found === undefined)
      functions.set(name, (found = { self: 0, calls: 0, callers: new Map() }));
    return found;
  };
  let object = '';
  let calledObject = '';
  let current = '';
  let called = '';
  let calls: number | undefined;
  for (const line of text.split('\n')) {
    const equals = line.indexOf('=');
    const key = equals === -1 ? '' : line.slice(0, equals);
    const value = line.slice(equals + 1);
    if (key === 'ob') object = calledObject = read('ob', value);
    else if (key === 'cob') calledObject = read('ob', value);
    else if (key === 'fn') current = nameFunction(read('fn', value), object);
    else if (key === 'cfn') {
      called = nameFunction(read('fn', value), calledObject);
      calledObject = object;
    } else if (key === 'calls') calls = Number.parseInt(value, 10);
    else if (/^[\d+*-]/.test(line) && key === '') {
      const cost = Number(line.slice(line.lastIndexOf(' ') + 1));
      if (!Number.isFinite(cost)) continue;
      if (calls === undefined) {
        find(current).self += cost;
        continue;
      }
      const { callers } = find(called);
      find(called).calls += calls;
      // A recursive call says nothing of where the function was called from.
      if (called !== current) callers.set(current, (callers.get(current) ?? 0) + cost);
      calls = undefined;
    }
  }
}

/** Code without a symbol, such as a compiler makes at run time, is one function: its addresses mean nothing. */
function nameFunction(name: string, object: string): string {
  if (name !== '???' && !name.startsWith('0x'))
    return name.replace(/'\d+$/, '').slice(0, longestName);
  if (object === '' || object === '???') return compiledCode;
  return `code without a name in ${basename(object)}`.slice(0, longestName);
}

/** All instructions of a file, from its last lines. */
export function readTotal(text: string): number {
  return Number(/^totals: (\d+)/m.exec(text)?.[1] ?? 0);
}

/**
 * Reads the answer to `status internal` of a running process: the instructions of its threads since it last wrote a
 * file.
 */
export function readStatus(text: string): number | undefined {
  const threads = [...text.matchAll(/^events-\d+: (\d+)$/gm)];
  return threads.length === 0
    ? undefined
    : threads.reduce((sum, [, count]) => sum + Number(count), 0);
}
