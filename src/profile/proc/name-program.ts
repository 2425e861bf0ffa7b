import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Programs that run others: what they run is their first argument that is no option. */
const interpreters = /^(node|MainThread|node-MainThread|python[\d.]*|ruby|perl|php)$/;

/** A program may call itself anything; what the contract allows as a name is one short line. */
const longestName = 64;

/** @param name as the kernel has it @returns what a process runs, e.g. `compile`, `tsc`, `npm` */
export function nameProgram(pid: number, name: string): string {
  // npm calls itself "npm run bench".
  const word = clean(name).split(' ', 1)[0] ?? '';
  if (!interpreters.test(word)) return word === '' ? 'unnamed' : word;
  const [program = word, ...args] = readCommandLine(pid);
  const script = args.find((arg) => !arg.startsWith('-'));
  const found = clean(basename(script ?? program)).slice(0, longestName);
  return found === '' ? word : found;
}

function readCommandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, 50);
  } catch {
    // It has ended meanwhile.
    return [];
  }
}

function clean(text: string): string {
  return text.replace(/[\p{C}\u2028\u2029]/gu, '').trim();
}
