import { attempt } from '../contract/attempt.ts';
import type { Annotations } from '../contract/documents.ts';
import {
  hasLine,
  listLines,
  readNumber,
  refuseEmpty,
  type Adapter,
  type LeaveOut,
  type Measured,
} from './adapter.ts';
import { longestLine } from './json.ts';
import { ResultsFault } from './results-fault.ts';
import { isRate, nameMetric, nameUnit } from './name-metric.ts';

const number = String.raw`(?:[+-]?(?:[\d.]+(?:[eE][+-]?\d+)?|Inf)|NaN)`;
const wholeNumber = new RegExp(`^${number}$`);
const row = new RegExp(String.raw`^(Benchmark\S*)\s+\d+\s+(${number} [^\s\d].*)$`);

/** `go test -bench`, with or without `-json`, `-benchmem`, `-count` and `-cpu`. */
export const go: Adapter = {
  name: 'go',
  detects: ({ text }) =>
    hasLine(text, /^(Benchmark\S*\s+\d+\s+[\d.]+(e[+-]?\d+)? \S+|goos: \w+$)/) ||
    text.includes('"Output":"Benchmark'),
  read: ({ text }, leaveOut) =>
    refuseEmpty(
      readResults(text, leaveOut),
      'line of a benchmark, such as "BenchmarkSort-2 1000 12 ns/op"',
    ),
};

/** Go writes a name and a tab before it runs a benchmark, and the rest behind whatever the code prints. */
const begin = /(Benchmark(?![a-z])\S*) *\t(.*)$/;
const timed = new RegExp(String.raw`\d\t *(${number} ns/op.*)$`);
const counted = new RegExp(String.raw`\d\t *(${number} [^\s\d]\S*(?:\t.*)?)$`);

/** The output of one package, or one run: a name that is in it twice was run again by Go. */
interface Section {
  package: string | undefined;
  names: Set<string>;
  started?: { name: string; line: number; isSure: boolean } | undefined;
  hasFailed?: boolean;
  isOver?: boolean;
  /** The line of a lone `FAIL`: programs print that too. */
  failedAt?: number | undefined;
}

function* readResults(text: string, leaveOut: LeaveOut): Generator<Measured> {
  // With -json, packages may write at the same time.
  const sections = new Map<string, Section>();
  for (const { line, lineNumber, event } of joinOutput(text)) {
    const found = (line.startsWith('pkg: ') ? line.slice(5).trim() : undefined) ?? event;
    let section = sections.get(event ?? '') ?? { package: found, names: new Set() };
    // Each run of a package begins with such a line.
    const isNext = line.startsWith('pkg: ') || (found !== undefined && found !== section.package);
    const [, name = section.started?.name, measured] = findResult(line) ?? [];
    if (isNext || (section.isOver === true && measured !== undefined && found === undefined)) {
      finish(section);
      section = { package: found ?? section.package, names: new Set() };
    }
    sections.set(event ?? '', section);
    if (measured === undefined) {
      noteLine(section, line, lineNumber, leaveOut);
      continue;
    }
    if (name === undefined)
      throw new ResultsFault('a value without the name of its benchmark', lineNumber);
    if (name !== section.started?.name) refuseStarted(section);
    section.started = undefined;
    yield* readMeasured(section, name, measured.trimEnd(), lineNumber, leaveOut);
  }
  for (const section of sections.values()) finish(section);
}

/** @returns the name, unless it stands further up, and what was measured */
function findResult(line: string): readonly (string | undefined)[] | undefined {
  if (!line.includes('\t') && !line.startsWith('Benchmark')) return undefined;
  const [, name, rest = line] = begin.exec(line) ?? [];
  const measured = (timed.exec(rest) ?? (name === undefined ? null : counted.exec(rest)))?.[1];
  return measured === undefined ? (row.exec(line) ?? undefined) : [line, name, measured];
}

/** A line without a value: what it says of the benchmarks, and of the package. */
function noteLine(section: Section, line: string, at: number, leaveOut: LeaveOut): void {
  const failed = /--- FAIL: (\S+)/.exec(line)?.[1];
  if (failed?.startsWith('Benchmark') === true) {
    leaveOut(inPackage(section, failed.replace(/^Benchmark/, '').replace(/-\d+$/, '')));
    section.started = undefined;
    section.hasFailed = true;
  } else if (/^--- FAIL: /.test(line)) throw refuseFailed(line, at);
  else if (/^FAIL\t\S+(\t[\d.]+s| \[.*\])\s*$/.test(line)) {
    if (section.hasFailed !== true) throw refuseFailed(line, at);
    section.isOver = true;
    // Behind the last package it stands for all of them.
  } else if (/^FAIL\s*$/.test(line)) section.failedAt = section.isOver === true ? undefined : at;
  // A benchmark that runs has printed it.
  else if (/^PASS\s*$/.test(line) && section.started?.isSure === true) return;
  else if (/^(PASS\s*$|ok\s+\S+\s+([\d.]+s|\(cached\)))/.test(line)) {
    refuseStarted(section);
    section.failedAt = section.started = undefined;
    section.isOver = true;
  } else if (line.includes('--- SKIP')) section.started = undefined;
  else noteBegin(section, line, at);
}

function noteBegin(section: Section, line: string, at: number): void {
  const [, written, rest] = begin.exec(line) ?? [];
  const name = written ?? /^(Benchmark(?![a-z])\S*)(?:\s+\d+)?\s*$/.exec(line)?.[1];
  if (name === undefined) return;
  const isSure = rest !== undefined && line.startsWith(name);
  if (isSure) refuseStarted(section);
  section.started = { name, line: at, isSure };
}

/** With -v, a benchmark that was skipped, or only has others within it, has no result either. */
function refuseStarted({ started }: Section): void {
  if (started?.isSure === true) throw refuseCut(started);
}

function finish({ started, failedAt, hasFailed }: Section): void {
  if (failedAt !== undefined && hasFailed !== true) throw refuseFailed('FAIL', failedAt);
  if (started !== undefined) throw refuseCut(started);
}

function refuseCut({ name, line }: { name: string; line: number }): ResultsFault {
  return new ResultsFault(
    `${name.slice(0, 200)} began and has no result: the run was cut off`,
    line,
  );
}

function refuseFailed(line: string, at: number): ResultsFault {
  return new ResultsFault(`go test failed: ${line.trimEnd().slice(0, 80)}`, at);
}

interface Printed {
  line: string;
  lineNumber: number;
  /** The package, with -json. */
  event?: string;
}

/** With -json a line may come in pieces, each in an event of its own. */
function* joinOutput(text: string): Generator<Printed> {
  const open = new Map<string, { pieces: string[]; lineNumber: number }>();
  const join = (pieces: readonly string[]): string => pieces.join('').slice(0, longestLine);
  for (const [line, lineNumber, whole] of listLines(text)) {
    const event = readEvent(line);
    if (event === undefined) {
      yield { line: whole, lineNumber };
      continue;
    }
    const [head = '', ...following] = event.output.split('\n');
    let pieces = [...(open.get(event.package)?.pieces ?? []), head];
    for (const next of following) {
      yield { line: join(pieces), lineNumber, event: event.package };
      pieces = [next];
    }
    open.set(event.package, { pieces, lineNumber });
  }
  for (const [event, { pieces, lineNumber }] of open) {
    yield { line: join(pieces), lineNumber, event };
  }
}

/** The text of an event of -json and its package; undefined for any other line. */
function readEvent(line: string): { output: string; package: string } | undefined {
  if (!/^\{"(?:Time|Action|ImportPath)"/.test(line)) return undefined;
  return attempt(() => {
    const { Output, Package } = JSON.parse(line) as { Output?: unknown; Package?: unknown };
    return {
      output: typeof Output === 'string' ? Output : '',
      package: typeof Package === 'string' ? Package : '',
    };
  });
}

/** Pairs of a value and a unit. */
function* readMeasured(
  section: Section,
  name: string,
  measured: string,
  lineNumber: number,
  leaveOut: LeaveOut,
): Generator<Measured> {
  const words = measured.trim().split(/\s+/);
  if (words.length % 2 !== 0)
    throw new ResultsFault(`${name}: a value without a unit, as if cut off`, lineNumber);
  const identity = readName(section, name);
  const isRepeat = section.names.has(name);
  section.names.add(name);
  for (let i = 0; i < words.length; i += 2) {
    const written = words[i] ?? '';
    const unit = words[i + 1] ?? '';
    const value = readNumber(written.replace(/^\+(?=\d)/, ''));
    if (value === undefined && !wholeNumber.test(written))
      throw new ResultsFault(`${name}: "${written.slice(0, 20)}" is not a value`, lineNumber);
    if (value === undefined) leaveOut(identity.span, `${unit} is ${written}`);
    // The throughput follows from the time.
    else if (unit !== 'MB/s') yield { ...identity, ...nameUnitOf(unit), value, isRepeat };
  }
}

const ownMetrics = new Set(['time', 'allocated', 'allocations']);

function nameUnitOf(unit: string): Omit<Measured, 'value'> {
  if (unit === 'ns/op') return { metric: 'time', unit: 'ns', direction: 'lower' };
  if (unit === 'B/op') return { metric: 'allocated', unit: 'bytes', direction: 'lower' };
  if (unit === 'allocs/op') return { metric: 'allocations', unit: '', direction: 'lower' };
  const direction = isRate(unit) ? 'higher' : 'lower';
  const metric = nameMetric(unit, ownMetrics);
  return { metric, written: unit, unit: nameUnit(unit), direction };
}

/** `BenchmarkSort/n=100/fast-8` → Sort/fast with n = 100 on 8 processors; 1 is not written. */
function readName(section: Section, name: string): { span: string; annotations: Annotations } {
  const [, path = name, processors] = /^(.*?)(?:-(\d+))?$/.exec(name) ?? [];
  const parts = path.replace(/^Benchmark/, '').split('/');
  const annotations = new Map<string, string | number>();
  const isFree = (key: string): boolean => key !== 'procs' && !annotations.has(key);
  const kept = parts.filter((part, i) => {
    const [, key, value] = i === 0 ? [] : (/^([A-Za-z_][\w.]*)=(.*)$/.exec(part) ?? []);
    if (key === undefined || value === undefined || !isFree(key)) return true;
    annotations.set(key, value);
    return false;
  });
  if (processors !== undefined) annotations.set('procs', Number(processors));
  const ownName = kept.join('/') || name;
  return {
    span: inPackage(section, ownName),
    annotations: Object.fromEntries(annotations),
  };
}

function inPackage(section: Section, name: string): string {
  return section.package === undefined ? name : `${section.package} > ${name}`;
}
