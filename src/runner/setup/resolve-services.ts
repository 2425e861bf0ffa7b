import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ServiceUnderTest } from '../../contract/execution.ts';
import type { ServiceReference, StartedService } from '../../contract/suite.ts';
import { exitCode, UserError } from '../../contract/user-error.ts';

/**
 * Reads the pid files of the services that run before the suite.
 * @param root the user's repository, which the paths are relative to
 * @throws UserError (could not measure) when one is missing or holds no pid
 */
export async function resolveServices(
  services: readonly Exclude<ServiceReference, StartedService>[],
  root: string,
): Promise<ServiceUnderTest[]> {
  return Promise.all(
    services.map(async (service) => {
      if (!('pidFile' in service)) return service;
      const file = resolve(root, service.pidFile);
      const text = await readFile(file, 'utf8').catch(() => undefined);
      const pid = Number(text?.trim());
      if (Number.isSafeInteger(pid) && pid > 0) return { name: service.name, pid };
      throw new UserError({
        where: file,
        seen:
          text === undefined
            ? `the pid file of the service "${service.name}" cannot be read`
            : `the pid file of the service "${service.name}" holds ${JSON.stringify(text.slice(0, 40))}`,
        expected: 'a file with the process id of the running service',
        remedy: 'start the service before perigee',
        exitCode: exitCode.couldNotMeasure,
      });
    }),
  );
}
