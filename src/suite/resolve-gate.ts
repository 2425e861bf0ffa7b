import type { Gate } from '../contract/documents.ts';
import { defaultGate, type GateSettings } from '../contract/gate.ts';
import { parseDurationNs } from '../contract/units.ts';

/** Fills in the defaults of the section `gate`, which has passed every check. */
export function resolveGate({ runWithin, ...rest }: Gate = {}): GateSettings {
  const waitNs = runWithin === undefined ? undefined : parseDurationNs(runWithin);
  return {
    ...defaultGate,
    ...rest,
    ...(waitNs === undefined ? {} : { runWithinMs: waitNs / 1e6 }),
  };
}
