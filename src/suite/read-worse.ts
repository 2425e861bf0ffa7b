import type { Worse } from '../contract/documents.ts';
import { parsePercentage, parseQuantity, type Quantity } from '../contract/units.ts';

/** How much worse is too much, in numbers: 0.05 is 5%. Neither is there for numbers beyond all measure. */
export interface WorseLimit {
  relative?: number;
  absolute?: Quantity;
}

/** Reads `worse` of a rule that the schema accepts. */
export function readWorse(worse: Worse): WorseLimit {
  const parts = typeof worse === 'object' ? [worse.relative, worse.absolute] : [worse];
  const limit: WorseLimit = {};
  for (const part of parts) {
    const relative = typeof part === 'string' ? parsePercentage(part) : undefined;
    const absolute = relative === undefined ? parseQuantity(part) : undefined;
    if (relative !== undefined) limit.relative = relative;
    if (absolute !== undefined) limit.absolute = absolute;
  }
  return limit;
}
