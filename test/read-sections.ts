import { existsSync, readFileSync } from 'node:fs';

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
