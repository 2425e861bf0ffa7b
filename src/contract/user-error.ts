/** Exit codes of every command. Documented in docs/commands.md. */
export const exitCode = {
  nothingRegressed: 0,
  regressed: 1,
  wrongUsage: 2,
  couldNotMeasure: 3,
  undecided: 4,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

export interface UserErrorFacts {
  /** The fault, as a sentence without a full stop: `"latencyy" is not a metric`. */
  seen: string;
  expected?: string;
  /** Further faults in the same place, one sentence each. */
  also?: readonly string[];
  remedy?: string;
  /** The place: `perigee.yml:12:5`, a file, an option. */
  where?: string;
  exitCode?: ExitCode;
  cause?: unknown;
  /** Further faults found at the same time, e.g. every further error of one file. */
  others?: readonly UserErrorFacts[];
}

/** The one error that a user can fix. Anything else is a defect of ours and crashes with its stack. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly facts: UserErrorFacts;

  constructor(facts: UserErrorFacts) {
    super([facts, ...(facts.others ?? [])].map(describe).join('\n'), { cause: facts.cause });
    this.facts = facts;
  }

  get exitCode(): ExitCode {
    return this.facts.exitCode ?? exitCode.wrongUsage;
  }
}

function describe({ where, seen, expected, also = [], remedy }: UserErrorFacts): string {
  const lines = [`${where === undefined ? '' : `${where}: `}${seen}`];
  if (expected !== undefined) lines.push(`  expected: ${expected}`);
  for (const other of also) lines.push(`  also: ${other}`);
  if (remedy !== undefined) lines.push(`  to do: ${remedy}`);
  return lines.join('\n');
}
