import { andMore } from '../contract/count-things.ts';
import { cutText } from '../contract/cut-text.ts';
import { isFault, mostFaults, npmAround } from '../runner/quote-output.ts';
import type { TriedCommand } from './findings.ts';

const mostSearched = 128 * 1024;
const longestLine = 160;

/** What a command printed that most likely says why it failed: a line, or the few that name what is wrong. */
export function explainEnd({ status, output }: TriedCommand): string {
  const lines = listLines(output).filter((line) => !npmAround.test(line));
  const faults = lines.filter(isFault);
  const telling =
    lines.find((line) => /^\W*(npm )?(fatal|\w*error)\b(?!:? bench failed)/i.test(line)) ??
    lines.find((line) => /\berror\b|exception|not found|cannot |\.go:\d+:/i.test(line));
  const shown =
    faults.length > 0
      ? faults.slice(0, mostFaults)
      : [telling ?? lines.at(-1) ?? `status ${status}`];
  const why = shown
    .map((line, i) => cutText(line.replace(i > 0 ? /^npm \S+ / : '', '').trim(), longestLine))
    .join('; ')
    .concat(andMore(faults.length - mostFaults, 'line'));
  // Some say which program is missing in a line of its own.
  const missing = lines.find((line) => /\bis \S+ installed\b/i.test(line))?.trim();
  return missing === undefined || why.includes(missing)
    ? why
    : `${why} ${missing.slice(0, longestLine)}`;
}

/**
 * Why a command has no exit status: it could not be started, something killed it, or its time was up.
 * @param remedy where its time was up
 */
export function explainUnended(
  { fault, output }: TriedCommand,
  { limitMs, remedy }: { limitMs: number; remedy: string },
): string {
  if (fault !== undefined) return fault;
  const last = listLines(output).at(-1)?.trim().slice(0, longestLine);
  const printed = last === undefined ? 'it had printed nothing' : `its last line was "${last}"`;
  const limit = limitMs < 60_000 ? `${limitMs / 1000} s` : `${limitMs / 60_000} minutes`;
  return `it was stopped after ${limit}, and ${printed}: ${remedy}`;
}

function listLines(output: string): string[] {
  const parts = [output.slice(0, mostSearched), output.slice(mostSearched).slice(-mostSearched)];
  return parts
    .join('')
    .split('\n')
    .filter((line) => /\S/.test(line));
}
