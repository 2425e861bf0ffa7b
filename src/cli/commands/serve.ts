import { type ExitCode, UserError } from '../../contract/user-error.ts';

/** `perigee serve` is a program of its own; this is reached when the file of the command line is started. */
export function serve(): Promise<ExitCode> {
  const error = new UserError({
    seen: 'this is the command line alone, and the service is another program',
    expected: '`perigee serve`, through bin/perigee.mjs',
  });
  return Promise.reject(error);
}
