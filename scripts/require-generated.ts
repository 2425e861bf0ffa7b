import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What `npm run generate` makes from schemas/: ignored by git. */
export const generated = {
  documents: 'src/contract/documents.ts',
  firstError: 'src/contract/validators/first-error.js',
  allErrors: 'src/contract/validators/all-errors.js',
  answers: 'src/web/api/answers.ts',
} as const;

/** Its time is that of the last build that came to its end. */
export const buildMark = '.cache/built';

const program = 'scripts/generate-from-schemas.ts';

/** Generates the files where one is missing, or older than the schemas, its generator or the packages. */
export function requireGenerated(): void {
  const schemas = readdirSync(`${root}schemas`).filter((name) => name.endsWith('.json'));
  const sources = [...schemas.map((name) => `schemas/${name}`), program, 'package-lock.json'];
  const newest = Math.max(...sources.map((file) => statSync(root + file).mtimeMs));
  const isCurrent = (file: string): boolean =>
    existsSync(root + file) && statSync(root + file).mtimeMs >= newest;
  if (Object.values(generated).every(isCurrent)) return;
  const { status } = spawnSync(process.execPath, [program], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program} ended with ${status}: see above`);
}
