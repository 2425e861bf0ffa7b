import { exitCode, UserError } from '../../contract/user-error.ts';
import { ArtifactRefused, ArtifactsUnavailable, type RefusalCode } from './artifact-store.ts';

/** What the entry itself is or is not. All else, such as EACCES, EIO and EMFILE, is of the machine. */
const faultsOfTheEntry: ReadonlySet<string> = new Set([
  ...['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO', 'ENODEV', 'ENAMETOOLONG'],
]);

/** @returns the code of a failed system call, e.g. `ENOENT`; empty for any other error */
export function readErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/**
 * @param path that could not be read
 * @param refusal of the artifact, where it is at fault
 * @returns ArtifactsUnavailable where the machine is at fault
 */
export function explainUnread(
  path: string,
  refusal: { code: RefusalCode; message: string },
  cause: unknown,
): Error {
  const { code, message } = refusal;
  if (faultsOfTheEntry.has(readErrorCode(cause)))
    return new ArtifactRefused(code, message, { cause });
  return reportAway(path, cause);
}

/** @param cause a failed system call, or nothing where the folder is empty */
export function reportAway(path: string, cause?: unknown): ArtifactsUnavailable {
  const code = readErrorCode(cause);
  return new ArtifactsUnavailable({
    where: path,
    seen:
      cause === undefined
        ? 'the folder of all artifacts is empty'
        : `the artifacts are out of reach${code === '' ? '' : ` (${code})`}`,
    expected: 'a disk that is mounted, and the right to read it',
    remedy: 'mount it, or let the user of this process read it',
    exitCode: exitCode.couldNotMeasure,
    cause,
  });
}

export function reportNoFolder(path: string, cause: unknown): UserError {
  return new UserError({
    where: path,
    seen: 'the folder of the artifacts cannot be read',
    expected: 'one folder for each artifact in it',
    remedy: 'check the path, and that the artifacts were downloaded into it',
    exitCode: exitCode.couldNotMeasure,
    cause,
  });
}
