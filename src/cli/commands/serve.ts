import { exitCode, UserError, type ExitCode } from '../../contract/user-error.ts';

/** `perigee serve` is a program of its own; this is reached when the file of the command line is started. */
export function serve(): Promise<ExitCode> {
  throw new UserError({
    seen: 'this is the command line alone, and the service is another program',
    expected: '`perigee serve`, through bin/perigee.mjs',
    exitCode: exitCode.wrongUsage,
  });
}
