import { findCanary } from '../../../contract/canaries.ts';
import type { MachineAlarm as FoundAlarm } from '../../../history/machine/append-reading.ts';
import type { StoredSpan } from '../../../store/series-point.ts';
import { factsOf, readMachineHistory } from '../../../pipeline/history/read-machine-history.ts';
import type { MachineAlarm, MachineHistory, Machines } from '../answers.ts';
import type { RouteContext } from './route.ts';

export async function readMachines(context: RouteContext): Promise<Machines> {
  const machines: MachineHistory[] = [];
  for (const span of context.catalogue.machines) machines.push(await describe(context, span));
  return { machines };
}

/** One kind of machine: what its canaries took in its last builds, and when that changed. */
async function describe(
  { catalogue, given, reader }: RouteContext,
  span: StoredSpan,
): Promise<MachineHistory> {
  const { annotations, metrics, platform, suite } = span;
  const known = catalogue.buildsOf.get(suite);
  const { alarms, builds } = await readMachineHistory(reader, span, Number(given['last']), {
    known,
  });
  return {
    ...{ suite, platform },
    ...{ cpu: String(annotations['cpu'] ?? ''), cores: Number(annotations['cores'] ?? 0) },
    builds: builds.map(({ atMs, runId }) => {
      const build = known?.get(runId);
      return { runId, atMs, ...(build === undefined ? {} : factsOf(build, span)) };
    }),
    canaries: metrics
      .filter((name) => findCanary(name) !== undefined)
      .map((canary) => ({
        ...{ canary, title: titleOf(canary) },
        values: builds.map(({ canaries }) => canaries[canary] ?? null),
      })),
    alarms: alarms.map(describeAlarm),
  };
}

function describeAlarm({ at, canaries, endedAt, facts, foundAt }: FoundAlarm): MachineAlarm {
  return {
    ...{ at, foundAt },
    endedAt,
    canaries: canaries.map(({ canary, change }) => {
      return { canary, title: titleOf(canary), change };
    }),
    facts: facts.map(({ fact, from, to }) => ({ fact, from, to })),
  };
}

function titleOf(canary: string): string {
  return findCanary(canary)?.title ?? canary;
}
