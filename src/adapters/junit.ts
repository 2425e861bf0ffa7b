import { readNumber, refuseEmpty, type Adapter, type LeaveOut, type Measured } from './adapter.ts';
import { countLines, longestLine } from './json.ts';
import { ResultsFault } from './results-fault.ts';

/** JUnit's XML, which many test runners write: how long each test case took. Several files may follow each other. */
export const junit: Adapter = {
  name: 'junit',
  detects: ({ text }) => text.includes('<testsuite') && text.includes('<testcase'),
  read: ({ text }, leaveOut) =>
    refuseEmpty(tellApart([...readCases(text, leaveOut)]), 'test case that passed'),
};

interface Open {
  span: string;
  /** As it stands there. */
  time: string;
  ended?: 'failed' | 'skipped' | undefined;
}

/** One that passed, or without a number: one that was skipped keeps its place. */
interface Ended {
  span: string;
  value: number | undefined;
}

const ends: Readonly<Record<string, Open['ended']>> = {
  failure: 'failed',
  error: 'failed',
  skipped: 'skipped',
};

/** How many have one name is part of it: where one is added, none of them is taken for another. */
function* tellApart(cases: readonly Ended[]): Generator<Measured> {
  const counts = new Map<string, number>();
  for (const { span } of cases) counts.set(span, (counts.get(span) ?? 0) + 1);
  const seen = new Map<string, number>();
  for (const { span: name, value } of cases) {
    const place = (seen.get(name) ?? 0) + 1;
    seen.set(name, place);
    const count = counts.get(name) ?? 1;
    const span = count > 1 ? `${name} [${place} of ${count}]` : name;
    if (value !== undefined) yield { span, metric: 'time', value, unit: 's', direction: 'lower' };
  }
}

function* readCases(text: string, leaveOut: LeaveOut): Generator<Ended> {
  let open: Open | undefined;
  let depth = 0;
  for (const { name, isEnd, isWhole, attributes, at } of listTags(text)) {
    const end = Object.hasOwn(ends, name) ? ends[name] : undefined;
    if (name === 'testsuite' || name === 'testsuites') depth += isWhole ? 0 : isEnd ? -1 : 1;
    else if (open !== undefined && end !== undefined) open.ended = end;
    else if (name === 'testcase' && !isEnd) open = readCase(attributes, text, at);
    if (name !== 'testcase' || open === undefined || !(isEnd || isWhole)) continue;
    const { span, time, ended } = open;
    const value = ended === undefined ? readTime(time) : undefined;
    if (ended === 'failed') leaveOut(span);
    else yield { span, value };
    if (ended === undefined && value === undefined && time !== '')
      leaveOut(span, `its time is "${time}"`);
    open = undefined;
  }
  if (depth > 0) {
    throw new ResultsFault(
      'it ends within a test suite, as if cut off',
      countLines(text.trimEnd()),
    );
  }
}

function readCase(attributes: string, text: string, at: number): Open {
  const read = (key: string): string | undefined => {
    const [, double, single] =
      new RegExp(`\\s${key}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes) ?? [];
    return double ?? single;
  };
  const name = read('name');
  if (name === undefined) {
    throw new ResultsFault('a test case without a name', countLines(text.slice(0, at)));
  }
  const path = [read('classname'), name].filter((part) => part !== undefined && part !== '');
  // GoogleTest and CTest name so what they did not run, and write a time all the same.
  const isSkipped = notRun.has(read('status') ?? '') || notRun.has(read('result') ?? '');
  return {
    span: decode(path.join(' > ')),
    time: (read('time') ?? '').trim(),
    ended: isSkipped ? 'skipped' : undefined,
  };
}

const notRun = new Set(['notrun', 'suppressed', 'skipped', 'disabled', 'SKIPPED']);

/** Runners write seconds with decimals: a comma without a dot behind it is a decimal one. */
function readTime(text: string): number | undefined {
  return text.includes('.') || !text.includes(',') ? readNumber(text) : undefined;
}

interface Tag {
  name: string;
  isEnd: boolean;
  isWhole: boolean;
  attributes: string;
  at: number;
}

/** Comments and raw text are no markup. */
const skipped = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
] as const;
const tag = /^<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/;

function* listTags(text: string): Generator<Tag> {
  for (let at = text.indexOf('<'); at >= 0;) {
    const raw = skipped.find(([begin]) => text.startsWith(begin, at));
    if (raw !== undefined) {
      const end = text.indexOf(raw[1], at);
      if (end < 0) return;
      at = text.indexOf('<', end);
      continue;
    }
    const isKnown = /^<\/?(test|failure|error|skipped)/.test(text.slice(at, at + 10));
    const [whole = '<', slash, name, attributes = '', close] =
      (isKnown ? tag.exec(text.slice(at, at + 2 * longestLine)) : null) ?? [];
    if (name !== undefined) {
      yield { name, isEnd: slash !== '', isWhole: close !== '', attributes, at };
    } else if (text.startsWith('<testcase', at)) {
      const why = 'a test case whose attributes are cut off, not quoted or too long';
      throw new ResultsFault(why, countLines(text.slice(0, at)));
    }
    at = text.indexOf('<', at + whole.length);
  }
}

const entities: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

export function decode(text: string): string {
  return text.replaceAll(
    /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
    (whole, name: string | undefined, decimal: string | undefined, hex: string | undefined) => {
      if (name !== undefined) return entities.get(name) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0x10_ff_ff ? whole : String.fromCodePoint(code);
    },
  );
}
