import type { FunctionTime } from '../../contract/documents.ts';
import type { Execute, Stacks } from '../../contract/execution.ts';

const mostFunctions = 300;
const longestName = 200;

/** Executes tests under a profiler. It costs time, so what is measured with it is for a diagnosis alone. */
export function timeFunctions(execute: Execute): Execute {
  return async (request) => {
    const { stacks = [], ...ended } = await execute({ ...request, watches: 'time' });
    const functions = sumFunctions(stacks);
    return functions.length === 0 ? ended : { ...ended, functions };
  };
}

/** Time in each function itself, the most first. */
function sumFunctions(stacks: readonly Stacks[]): FunctionTime[] {
  const times = new Map<string, number>();
  for (const { samples, weight } of stacks) {
    for (const [stack, count] of samples) {
      const name = stack.slice(stack.lastIndexOf(';') + 1).slice(0, longestName);
      times.set(name, (times.get(name) ?? 0) + count * weight);
    }
  }
  return [...times]
    .map(([name, ns]) => ({ name, selfNs: Math.round(ns) }))
    .sort((a, b) => b.selfNs - a.selfNs)
    .slice(0, mostFunctions);
}
