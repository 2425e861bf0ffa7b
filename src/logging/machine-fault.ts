import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { exitCode, UserError, type UserErrorFacts } from '../contract/user-error.ts';

/** Causes are looked into so far. */
const deepest = 5;

/**
 * Explains a refusal of this machine: no disk, no open file, no right. That is no defect of ours.
 * @returns undefined for any other error, and for one that says it in words of its own
 */
export function explainMachineFault(error: unknown): UserError | undefined {
  if (error instanceof UserError) return undefined;
  let cause = error;
  for (let depth = 0; depth < deepest && cause instanceof Error; depth += 1, cause = cause.cause) {
    const facts = describe(cause);
    if (facts === undefined) continue;
    return new UserError({ ...facts, exitCode: exitCode.couldNotMeasure, cause: error });
  }
  return undefined;
}

function describe({ code, message, path }: NodeJS.ErrnoException): UserErrorFacts | undefined {
  const place = path === undefined ? {} : { where: path };
  switch (code) {
    case 'EMFILE':
    case 'ENFILE':
      return {
        seen: `too many files are open (${message})`,
        expected: 'a limit of at least 1024 open files',
        remedy: 'raise it before: `ulimit -n 4096`',
      };
    case 'EDQUOT':
    case 'ENOSPC':
      return {
        ...place,
        seen: `no room is left on the disk (${message})`,
        expected: 'room for checkouts, logs and results',
        remedy: 'make room, then run the same again; `perigee clean` removes what old runs left',
      };
    case 'EROFS':
      return {
        ...place,
        seen: `the file system can only be read (${message})`,
        expected: 'a place that can be written to',
        remedy: 'mount it for writing, or set TMPDIR and HOME to places that are',
      };
    case 'EACCES':
    case 'EPERM':
      // Without a path it is a system call of ours that needs a right.
      if (path === undefined) return undefined;
      return {
        ...place,
        seen: `this user may not use it (${message})`,
        expected: 'files of the user who runs this',
        remedy: `perhaps another user, such as root, left it: look with \`ls -ld\`, then remove it or change its owner`,
      };
    case 'ENOENT': {
      const folder = tmpdir();
      if (path?.startsWith(folder) !== true || existsSync(folder)) return undefined;
      return {
        where: 'TMPDIR',
        seen: `the folder ${folder} does not exist`,
        expected: 'a folder for temporary files',
        remedy: 'make it, or unset TMPDIR',
      };
    }
    default:
      return undefined;
  }
}
