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
