import { sidesOf } from '../../contract/sides.ts';
import type { Bench } from '../bench.ts';
import { systemClock } from '../run-request.ts';
import type { RunUnderWay, StoppablePorts } from '../run-under-way.ts';
import { CanaryWatch } from './canary-watch.ts';

export function watchCanaries(
  { record, runDirectory }: RunUnderWay,
  { canaries, clock = systemClock }: StoppablePorts,
): Pick<Bench, 'canaries'> {
  if (canaries === undefined) return {};
  const planned = record.tests.length * record.plan.repeats * sidesOf(record.plan).length;
  return { canaries: new CanaryWatch(canaries, runDirectory, clock, planned) };
}
