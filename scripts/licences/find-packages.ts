import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { standardText } from './standard-texts.ts';

/** A package of somebody else, as it lies in node_modules. */
export interface ThirdParty {
  name: string;
  version: string;
  /** An SPDX expression, as its package.json has it; empty where it names none. */
  licence: string;
  /** Its licence, and its notices where it has some. */
  texts: string[];
}

/** The folders of the packages whose code is in the bundles, relative to the root. */
export function listBundledFolders(metafiles: readonly Metafile[]): string[] {
  const folders = new Set<string>();
  for (const { outputs } of metafiles) {
    for (const { inputs } of Object.values(outputs)) {
      for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
        const folder = /^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
        if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
      }
    }
  }
  return [...folders];
}

/** Reads packages; sorted, and one that lies in two folders once. */
export function readPackages(root: string, folders: readonly string[]): ThirdParty[] {
  const byIdentity = new Map<string, ThirdParty>();
  for (const folder of folders) {
    const found = readPackage(join(root, folder));
    byIdentity.set(`${found.name} ${found.version}`, found);
  }
  return [...byIdentity].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, found]) => found);
}

const licenceFile = /^(licen[cs]e|copying)([.-].*)?$/i;
const noticeFile = /^(notice|third-?party-?(notices?|licen[cs]es?))(\..*)?$/i;

function readPackage(folder: string): ThirdParty {
  const file = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: unknown;
    author?: unknown;
  };
  const licence = typeof file.license === 'string' ? file.license : '';
  const names = listFiles(folder);
  const read = (pattern: RegExp): string[] =>
    names.filter((name) => pattern.test(name)).map((name) => readText(join(folder, name)));
  const own = read(licenceFile);
  const texts =
    own.length > 0 ? own : standardText(licence, file.author ?? `the ${file.name} authors`);
  const ofParts = listFiles(join(folder, 'licenses')).map((name) =>
    readText(join(folder, 'licenses', name)),
  );
  return {
    name: file.name,
    version: file.version,
    licence,
    texts: [...texts, ...read(noticeFile), ...ofParts],
  };
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort();
}

function readText(file: string): string {
  return readFileSync(file, 'utf8')
    .replaceAll('\r', '')
    .replace(/^\uFEFF/, '')
    .replaceAll(/[ \t]+$/gm, '')
    .trim();
}
