import { alertStates, statesWithReason } from '../../../src/contract/alerts.ts';
import { isReason } from '../../../src/history/alerts/settle-alert.ts';
import {
  type Command,
  type NamedSeries,
  type ParsedCommand,
  usages,
  type Verb,
} from './command.ts';
import { nearestName } from '../../../src/suite/nearest-name.ts';
import { listOwnLines } from './list-own-lines.ts';

/** At the very beginning of a line, and nothing grown onto it. */
const start = /^\/perigee(?=\s|$)/;
/** Names and a reason fit; a longer line was not written by hand. */
const longestLine = 4_000;
const mostNames = 20;
const longestReason = 500;

/**
 * The command of a comment: the first line of its author's own text that begins with `/perigee`.
 * @param body of the comment as GitHub has it, of any length; takes time linear in it
 * @returns undefined when it asks for nothing
 */
export function parseCommand(body: string): ParsedCommand | undefined {
  const [first, ...others] = listOwnLines(body, (line) => start.test(line));
  if (first === undefined) return undefined;
  const line = first.trimEnd();
  return {
    asked: { line: line.slice(0, longestLine) },
    command: readLine(line),
    more: others.length,
  };
}

function readLine(line: string): Command {
  if (line.length > longestLine) {
    return refuse(`The command is longer than ${longestLine.toLocaleString('en-US')} characters.`);
  }
  const words = splitWords(line);
  const [, verb, ...rest] = words;
  if (verb === undefined) return { kind: 'help' };
  const name = verb.text.toLowerCase();
  if (!isVerb(name) || verb.isQuoted) return refuseVerb(verb.text);
  switch (name) {
    case 'rerun':
      return rest.length === 0 || isAll(rest)
        ? { kind: 'rerun' }
        : { kind: 'rerun', test: readWhole(rest) };
    case 'explain':
      return { kind: 'explain', what: rest.length === 0 ? 'all' : readSeries(rest) };
    case 'accept':
      return readAccept(line, rest);
    case 'revoke':
      return readRevoke(rest);
    case 'expect':
      return readExpect(rest);
    case 'alert':
      return readAlert(line, rest);
    case 'accepts':
    case 'bisect':
    case 'gate':
    case 'help':
      if (rest.length > 0) return refuse(`${name} takes nothing after it.`, name);
      return { kind: name };
  }
}

function refuseVerb(text: string): Command {
  const near = nearestName(text.toLowerCase().slice(0, 40), Object.keys(usages));
  return refuse(
    `There is no command ${text}.${near === undefined ? '' : ` Did you mean ${near}?`}`,
  );
}

function isVerb(word: string): word is Verb {
  return Object.hasOwn(usages, word);
}

function readAccept(line: string, words: readonly Word[]): Command {
  const at = words.findIndex((word) => !word.isQuoted && /^because[:,]?$/i.test(word.text));
  const because = words[at];
  if (because === undefined)
    return refuse('An accept needs a reason: write because and the reason.', 'accept');
  const named = words.slice(0, at);
  if (named.length === 0) return refuse('An accept needs the names of series, or all.', 'accept');
  if (named.length > mostNames) {
    return refuse(`An accept takes at most ${mostNames} names, or all.`, 'accept');
  }
  const ending = readUntil(words.slice(at + 1));
  if (ending?.isDay === false) {
    const seen = `After until write a date such as 2026-12-31, not ${ending.text}${ending.text.endsWith('.') ? '' : '.'}`;
    return refuse(`${seen} If it belongs to the reason, put the reason in quotes.`, 'accept');
  }
  const reason = readReason(line.slice(because.end, ending?.start).trim());
  if (reason === '')
    return refuse('An accept needs a reason: write because and the reason.', 'accept');
  const tooLong = refuseLong(reason);
  if (tooLong !== undefined) return tooLong;
  return {
    kind: 'accept',
    what: readSeries(named),
    because: reason,
    ...(ending === undefined ? {} : { until: ending.text }),
  };
}

/** The last two words, where they are `until` and one other: it has to be a day then. */
function readUntil(
  words: readonly Word[],
): { start: number; text: string; isDay: boolean } | undefined {
  const [until, day] = words.slice(-2);
  if (until === undefined || day === undefined || !isWord(until, 'until')) return undefined;
  // As it ends a sentence.
  const text = day.isQuoted ? day.text : day.text.replace(/[.,;!]+$/, '');
  return { start: until.start, text, isDay: isDay(text) };
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function refuseLong(reason: string): Command | undefined {
  const length = [...reason].length;
  if (length > longestReason) {
    return refuse(`A reason has at most ${longestReason} characters; this one has ${length}.`);
  }
  return undefined;
}

/** A reason that is in quotes as a whole says what is in them. */
function readReason(text: string): string {
  const [only, more] = splitWords(text);
  const reason = only?.isQuoted === true && more === undefined ? only.text.trim() : text;
  return isReason(reason) ? reason : '';
}

function readRevoke(words: readonly Word[]): Command {
  const [id, more] = words;
  if (id === undefined || more !== undefined || !/^a[1-9]\d{0,14}$/i.test(id.text)) {
    return refuse('Name the accept to revoke, such as A3.', 'revoke');
  }
  return { kind: 'revoke', id: id.text.toUpperCase() };
}

function readExpect([what, more]: readonly Word[]): Command {
  if (what === undefined || more !== undefined || !isWord(what, 'improved')) {
    return refuse('The only thing to expect is improved, and it holds for all tests.', 'expect');
  }
  return { kind: 'expect' };
}

function readAlert(line: string, words: readonly Word[]): Command {
  const [named, because] = words;
  const state = alertStates.find((one) => named !== undefined && isWord(named, one));
  if (state === undefined) {
    return refuse(`An alert is one of: ${alertStates.join(', ')}.`, 'alert');
  }
  const isReason = because !== undefined && /^because[:,]?$/i.test(because.text);
  if (because !== undefined && !isReason) {
    return refuse('After the state write because and the reason.', 'alert');
  }
  const reason = because === undefined ? '' : readReason(line.slice(because.end).trim());
  if (reason === '' && (isReason || statesWithReason.includes(state))) {
    return refuse(`Write because and the reason: ${state} needs one.`, 'alert');
  }
  const tooLong = refuseLong(reason);
  if (tooLong !== undefined) return tooLong;
  return { kind: 'alert', state, ...(reason === '' ? {} : { because: reason }) };
}

function readSeries(words: readonly Word[]): 'all' | NamedSeries {
  if (isAll(words)) return 'all';
  return { whole: readWhole(words), words: words.map(dropComma) };
}

function isAll([first, more]: readonly Word[]): boolean {
  if (first === undefined || more !== undefined) return false;
  return !first.isQuoted && dropComma(first).toLowerCase() === 'all';
}

/** Between the names of a list, and before the reason. */
function dropComma({ isQuoted, text }: Word): string {
  return isQuoted || text === ',' ? text : text.replace(/,$/, '');
}

/** Names with blanks are understood without quotes where nothing else can follow. */
function readWhole(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ');
}

function isWord({ text, isQuoted }: Word, wanted: string): boolean {
  return !isQuoted && text.toLowerCase() === wanted;
}

function refuse(why: string, verb?: Verb): Command {
  return { kind: 'wrong', why, ...(verb === undefined ? {} : { usage: usages[verb] }) };
}
interface Word {
  text: string;
  isQuoted: boolean;
  /** Its start in the line, and the first position behind it. */
  start: number;
  end: number;
}

const closing: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '„': '“',
};

/**
 * Words between blanks; a text in quotes, of whatever kind a keyboard or a copied report has, is one word. A
 * quote without an end is an ordinary character.
 */
function splitWords(line: string): Word[] {
  const words: Word[] = [];
  for (const { 0: plain, index: start } of line.matchAll(/\S+/g)) {
    // It is part of a text in quotes that began before.
    if (start < (words.at(-1)?.end ?? 0)) continue;
    const quote = closing[line[start] ?? ''];
    const quoted = quote === undefined ? undefined : readQuoted(line, start, quote);
    words.push(quoted ?? { text: plain, isQuoted: false, start, end: start + plain.length });
  }
  return words;
}

/** @returns undefined when it does not end, or not before a blank */
function readQuoted(line: string, start: number, quote: string): Word | undefined {
  let text = '';
  for (let at = start + 1; at < line.length; at += 1) {
    const character = line[at] ?? '';
    const next = line[at + 1];
    if (character === '\\' && (next === '\\' || next === quote)) {
      text += next;
      at += 1;
    } else if (character !== quote) text += character;
    else if (next === undefined || /\s/.test(next)) {
      return { text, isQuoted: true, start, end: at + 1 };
    } else if (/^,(?:\s|$)/.test(line.slice(at + 1, at + 3))) {
      return { text, isQuoted: true, start, end: at + 2 };
    } else return undefined;
  }
  return undefined;
}
