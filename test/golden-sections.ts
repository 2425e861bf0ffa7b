import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';

const line = /^══════ (.+)\n/m;

/** Of a file that holds several texts, each below a line with its name: by name, the text. */
export function readSections(file: URL): Map<string, string> {
  const [, ...parts] = existsSync(file) ? readFileSync(file, 'utf8').split(line) : [];
  const sections = new Map<string, string>();
  for (let at = 0; at < parts.length; at += 2) {
    // The last line end is the file's.
    sections.set(parts[at] ?? '', (parts[at + 1] ?? '').slice(0, -1));
  }
  return sections;
}

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
