import { join } from 'node:path';
import type { ServiceUnderTest } from '../../contract/execution.ts';
import type { ServiceReference, StartedService, Suite } from '../../contract/suite.ts';
import { checkoutOf, type Bench } from '../bench.ts';
import { nameServiceLog } from '../journal/log-path.ts';
import type { RunLogs } from '../journal/run-logs.ts';

import { environmentOf, seenAt, type RunUnderWay, type StoppablePorts } from '../run-under-way.ts';
import { listSecrets, quoteEnd } from '../quote-output.ts';
import type { SideViews } from '../view/side-views.ts';
import { runBesideServices, type ServiceBeside, type Services } from './run-beside.ts';

export interface ServicePlace {
  /** Those that run before the suite. */
  running: readonly ServiceUnderTest[];
  checkouts: Bench['checkouts'];
  logs: RunLogs;
  views: SideViews | undefined;
}

/** Those that Perigee does not start. */
export function listRunning({ services }: Pick<Suite, 'services'>): UnstartedService[] {
  return services.flatMap((service) => (isStarted(service) ? [] : service));
}

type UnstartedService = Exclude<ServiceReference, StartedService>;

function isStarted(service: ServiceReference): service is StartedService {
  return 'command' in service;
}

/** @throws where one has to be started and nothing is there to end it */
export function openServices(
  run: RunUnderWay,
  { clock, hold, signal }: StoppablePorts,
  { checkouts, logs, running, views }: ServicePlace,
): Services {
  const { host, record, request, runDirectory } = run;
  const all = request.suite.services;
  const started = all.filter(isStarted);
  if (started.length === 0) {
    return { areStarted: false, runBeside: (_, __, execute) => execute(running) };
  }
  if (hold === undefined) throw new Error('services can be started only with the port hold');
  const secrets = listSecrets(request.environment);
  return {
    areStarted: true,
    runBeside(where, testLog, execute) {
      const directory = checkoutOf({ checkouts }, where);
      const place = {
        directory,
        environment: seenAt(directory, environmentOf({ record, request }, where.build), {
          record,
          root: run.repository.root,
        }),
        wrap: (command: readonly string[]) => [
          ...host.prefixOf(where.side),
          ...(views?.keeping(directory).enter(command) ?? command),
        ],
        signal,
      };
      const starts = started.map((service): ServiceBeside => {
        const log = nameServiceLog(testLog, service.name, all.indexOf(service));
        const logFile = join(runDirectory, log);
        const describeFault = async (fault: string): Promise<string> => {
          const end = await quoteEnd(logFile, secrets);
          const file = ['.perigee', 'runs', record.id, log].join('/');
          return `the service "${service.name}" of the ${where.side} side does not run: ${fault}; ${end}; log: ${file}`;
        };
        return { ...place, service, logFile, describeFault };
      });
      const runAll = () =>
        runBesideServices(starts, hold(), (services) => execute([...running, ...services]), clock);
      // Each log is kept once nothing writes to it any more.
      return starts.reduce(
        (run, { logFile }) =>
          () =>
            logs.keepService(logFile, run),
        runAll,
      )();
    },
  };
}
