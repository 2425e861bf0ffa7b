import { mkdirSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { readSections } from './read-sections.ts';

/** Compares a text with that of a section, or with `PERIGEE_WRITE_GOLDEN=1` puts it there. */
export function expectSection(file: URL, name: string, text: string): void {
  compare(file, name, text, (section) => section);
}

/** The same, in a file where lines that an earlier section has too are named, not repeated. */
export function expectFolded(file: URL, name: string, text: string): void {
  compare(file, name, text, unfold, fold);
}

type Convert = (section: string, earlier: ReadonlyMap<string, string>) => string;

/** The whole texts of such a file. */
export function readFolded(file: URL): Map<string, string> {
  return readAll(file, unfold);
}

function readAll(file: URL, read: Convert): Map<string, string> {
  const sections = new Map<string, string>();
  for (const [key, section] of readSections(file)) sections.set(key, read(section, sections));
  return sections;
}

function compare(file: URL, name: string, text: string, read: Convert, write = read): void {
  const sections = readAll(file, read);
  if (process.env['PERIGEE_WRITE_GOLDEN'] === '1') {
    sections.set(name, text);
    const written = new Map<string, string>();
    const parts = [...sections].map(([key, value]) => {
      const part = `══════ ${key}\n${write(value, written)}\n`;
      written.set(key, value);
      return part;
    });
    mkdirSync(new URL('.', file), { recursive: true });
    writeFileSync(file, parts.join(''));
  }
  expect(text).toBe(sections.get(name));
}

/** How the first of the named lines begins, in the section that has them. */
const startOf = (line: string): string => line.slice(0, 60).trimEnd();

function findStart(lines: readonly string[], start: string): number {
  return lines.findIndex((line) => startOf(line) === start);
}

function unfold(section: string, earlier: ReadonlyMap<string, string>): string {
  return section.replace(
    /^⋯ (\d+) lines of \[(.+)\] from: (.+)$/gm,
    (_, count: string, name: string, start: string) => {
      const lines = earlier.get(name)?.split('\n') ?? [];
      const from = findStart(lines, start);
      return lines.slice(from, from + Number(count)).join('\n');
    },
  );
}

/** Names three lines and more, of the section that has most of them; of several, of the first. */
function fold(section: string, earlier: ReadonlyMap<string, string>): string {
  const others = [...earlier].map(([name, text]) => ({ name, lines: text.split('\n') }));
  const folded: string[] = [];
  let rest = section.split('\n');
  while (rest.length > 0) {
    const [line = ''] = rest;
    let [most, of] = [2, ''];
    for (const { name, lines } of line.trim() === '' ? [] : others) {
      const from = findStart(lines, startOf(line));
      const differs = rest.findIndex((one, at) => one !== lines[from + at]);
      const count = from < 0 ? 0 : differs < 0 ? rest.length : differs;
      if (count > most) [most, of] = [count, name];
    }
    folded.push(of === '' ? line : `⋯ ${most} lines of [${of}] from: ${startOf(line)}`);
    rest = rest.slice(of === '' ? 1 : most);
  }
  return folded.join('\n');
}
