import { mkdirSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { readSections } from './read-sections.ts';

/** Compares a text with that of a section, or with `PERIGEE_WRITE_GOLDEN=1` puts it there. */
export function expectSection(file: URL, name: string, text: string): void {
  const sections = readSections(file);
  if (process.env['PERIGEE_WRITE_GOLDEN'] === '1') {
    sections.set(name, text);
    mkdirSync(new URL('.', file), { recursive: true });
    writeFileSync(file, [...sections].map(([key, value]) => `══════ ${key}\n${value}\n`).join(''));
  }
  expect(text).toBe(sections.get(name));
}

/**
 * Lines that follow each other in another text too, by their numbers there: a difference is then shown once.
 * @param what names that text
 */
export function foldLines(text: string, other: string, what: string): string[] {
  const [lines, others] = [text.split('\n'), other.split('\n')];
  const folded: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const rest = lines.slice(at);
    const counts = others.map((_, start) => {
      const end = rest.findIndex((line, next) => line !== others[start + next]);
      return end < 0 ? rest.length : end;
    });
    const most = Math.max(...counts);
    const from = counts.indexOf(most);
    folded.push(most > 1 ? `lines ${from + 1} to ${from + most} of ${what}` : rest[0]!);
    at += Math.max(0, most - 1);
  }
  return folded;
}
