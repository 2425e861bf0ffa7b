import { listTrackedFiles } from './tracked-files.ts';

/** Drawers: whatever has no place ends up in them. */
const drawers = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'shared', 'lib']);

export function checkFileNames(): string {
  const files = listTrackedFiles();
  const wrong = listDrawers(files);
  if (wrong.length === 0) return `${files.length} files`;
  throw new Error(`${wrong.join('\n')}\nexpected: a name that says what is in it`);
}

/** The paths that have a drawer in them, whatever the ending. */
export function listDrawers(files: readonly string[]): string[] {
  return files.filter((file) =>
    file.split('/').some((part) => drawers.has((part.split('.')[0] ?? '').toLowerCase())),
  );
}
