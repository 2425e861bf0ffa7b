import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
} from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { attempt } from '../../contract/attempt.ts';

/** A test as it is started on a side. */
export interface Program {
  command: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** Where it starts; absolute. */
  directory: string;
  /** Of the side; absolute. */
  checkout: string;
}

/** A finder of setuptools, a list of dependencies or a script is far shorter. */
const longestText = 2 ** 20;
/** A command or a script names fewer; each is looked up. */
const mostPaths = 1000;

/** @returns an absolute path; empty where there is none */
export function findProgram(name: string, directory: string, path: string): string {
  if (name.includes('/')) return resolve(directory, name);
  const folder = path.split(delimiter).find((one) => existsSync(join(one, name)));
  return folder === undefined ? '' : join(folder, name);
}

export function list(folder: string): string[] {
  return attempt(() => readdirSync(folder), []);
}

/** Its beginning; empty where it cannot be read. A change may have put a pipe there, which would never answer. */
export function readText(path: string): string {
  return attempt(() => {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const facts = fstatSync(file);
      if (!facts.isFile()) return '';
      const part = Buffer.alloc(Math.min(facts.size, longestText));
      return part.toString('utf8', 0, readSync(file, part));
    } finally {
      closeSync(file);
    }
  }, '');
}

/** The absolute paths in a text: itself, those of a list, and those in options or a script. */
export function listPaths(text: string): string[] {
  const found = text.match(/(?<![\w.~)}-])\/[^\s:;,'"`=()|&<>]+/g) ?? [];
  const all = [...(/^\/[^\n]*$/.test(text) ? [text] : []), ...found];
  return [...new Set(all)].slice(0, mostPaths);
}
