import { UserError } from '../../src/contract/user-error.ts';

/** A fault, and its line in a file, for an annotation there. */
export interface Fault {
  message: string;
  /** Relative to the root of the repository. */
  file?: string;
  startLine?: number;
}

/** GitHub shows so many errors of one step. */
const mostShown = 10;

/** The faults of an error one by one: those of a configuration each know their own line. */
export function listFaults({ facts }: UserError): Fault[] {
  const { others = [], ...first } = facts;
  const all = [first, ...others].map((fact): Fault => {
    const { message } = new UserError(fact);
    const [, file, line] = /^([^:]+\.ya?ml):(\d{1,7})(?::\d+)?$/.exec(fact.where ?? '') ?? [];
    return file === undefined ? { message } : { message, file, startLine: Number(line) };
  });
  const shown = all.slice(0, mostShown);
  const left = all.length - shown.length;
  const last = shown.at(-1);
  if (left > 0 && last !== undefined) last.message += `\n… and ${left} more, in the log`;
  return shown;
}
