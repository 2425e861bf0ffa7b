import { homedir } from 'node:os';
import { listTrackedFiles, readTracked, root } from './tracked-files.ts';

/** Written so that this file does not name what it looks for. */
const places: readonly RegExp[] = [
  /(?<![\w.~-])\/w[o]rk\/[\w.]/,
  /(?<![\w.~-])\/r[o]ot\/[\w.]/,
  /https?:\/\/[\w.-]*(registry|artifactory|nexus|verdaccio)[\w.-]*[:/]/,
];
const text = /(\.(ts|js|mjs|cjs|py|sh|json|ya?ml|md|html|css|svg|patch|txt|toml)|^[^.]+|\/[^.]+)$/;

export function checkPlacesNamed(): string {
  const files = listTrackedFiles().filter((file) => text.test(file));
  const found = files.flatMap((file) => listPlaces(file, readTracked(file)));
  if (found.length === 0) return `${files.length} files`;
  throw new Error(`${found.join('\n')}\nexpected: a path inside the repository, or none`);
}

/** Where a text names a package registry or a folder of one machine: `file:line: the line`. */
export function listPlaces(file: string, content: string): string[] {
  const here = [root, homedir()].filter((path) => path.split('/').length > 2);
  return content.split('\n').flatMap((line, index) => {
    const named = places.some((place) => place.test(line)) || here.some((at) => line.includes(at));
    return named ? [`${file}:${index + 1}: ${line.trim().slice(0, 120)}`] : [];
  });
}
