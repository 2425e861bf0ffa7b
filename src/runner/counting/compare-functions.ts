import type { MovedFunction } from '../../contract/documents.ts';
import type { FunctionCount } from '../../contract/execution.ts';

export type FunctionCounts = ReadonlyMap<string, FunctionCount>;

const mostFunctions = 10;
const nothing: FunctionCount = { self: 0, calls: 0, callers: new Map() };

/** The functions whose own instructions differ between two executions, the most first. */
export function compareFunctions(before: FunctionCounts, after: FunctionCounts): MovedFunction[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => compareFunction(name, before.get(name) ?? nothing, after.get(name) ?? nothing))
    .filter((one) => one.before !== one.after)
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before))
    .slice(0, mostFunctions);
}

function compareFunction(name: string, from: FunctionCount, to: FunctionCount): MovedFunction {
  const sign = Math.sign(to.self - from.self);
  const grown = [...new Set([...from.callers.keys(), ...to.callers.keys()])].map((caller) => ({
    caller,
    by: sign * ((to.callers.get(caller) ?? 0) - (from.callers.get(caller) ?? 0)),
  }));
  const [first] = grown.sort((a, b) => b.by - a.by);
  return {
    name,
    before: from.self,
    after: to.self,
    callsBefore: from.calls,
    callsAfter: to.calls,
    ...(first !== undefined && first.by > 0 ? { caller: first.caller } : {}),
  };
}
