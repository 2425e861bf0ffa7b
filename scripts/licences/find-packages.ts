import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

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

/** For packages that name their licence and carry no text of it. */
const texts: Readonly<Record<string, string>> = {
  MIT: `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`,
  ISC: `Permission to use, copy, modify, and/or distribute this software for any
purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH
REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND
FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM
LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR
OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR
PERFORMANCE OF THIS SOFTWARE.`,
};

/**
 * @param author as package.json has it: text, or an object with a name
 * @returns nothing where no text is known, which `refuseLicences` then names
 */
function standardText(licence: string, author: unknown): string[] {
  const text = texts[licence];
  if (text === undefined) return [];
  const name =
    typeof author === 'object' && author !== null && 'name' in author ? author.name : author;
  const remark = `(The package carries no text of its licence. This is the text of ${licence}.)`;
  return [`${remark}\n\nCopyright (c) ${String(name)}\n\n${text}`];
}
