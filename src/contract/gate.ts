/** The section `gate` of perigee.yml after parsing: what the bot does on pull requests. */
export interface GateSettings {
  /** Path of the workflow whose runs count, from the root of the repository. */
  workflow: string;
  /** `organisation/pipeline` on Buildkite, whose builds count then, and runs of the workflow do not. */
  pipeline?: string;
  /** Patterns of paths; a change of none of them needs no measurement. Undefined: every change does. */
  paths?: readonly string[];
  /** Patterns of paths that count for nothing, whatever `paths` says. */
  ignore: readonly string[];
  /** How long to wait for a run to appear. */
  runWithinMs: number;
  /** Whether a regression is measured again on a fresh runner before it blocks. */
  confirm: boolean;
  /** The effect of an undecided series that could block. */
  whenUndecided: 'pass' | 'block';
  /** The effect of a busy machine, if only time is undecided and CPU time is cleared. */
  whenBusy: 'undecided' | 'pass';
  /** From which share of series that passed unseen a report names them, and the merge stops: above it. */
  whenNotSeen: { note?: number; block?: number };
  /** The effect of a change of what is measured. */
  whenSuiteChanged: 'note' | 'block';
  /** The effect of an incomplete measurement: no run, a failed one, missing shards. */
  whenMissing: 'pass' | 'block';
}

export const defaultGate: GateSettings = {
  workflow: '.github/workflows/perigee.yml',
  ignore: [],
  runWithinMs: 15 * 60_000,
  confirm: true,
  whenUndecided: 'pass',
  whenBusy: 'undecided',
  whenNotSeen: {},
  whenSuiteChanged: 'note',
  whenMissing: 'block',
};

/** The outcomes of a measured commit. */
export type JudgedOutcome =
  | 'passed'
  | 'regressed'
  /** All that would block was accepted. */
  | 'accepted'
  | 'undecided'
  /** Only latency is, on a busy machine; the CPU time of the same spans is cleared. */
  | 'busy'
  /** Nothing that blocks is worse, and more series than the gate allows were not seen. */
  | 'not-seen'
  /** Nothing that blocks is worse, and a person has to see what the change does to the measurement. */
  | 'suite-changed'
  /** A series is worse whose budget is exceeded already, by less than its threshold. */
  | 'over-budget'
  /** Shards are missing, or too little was measured. */
  | 'incomplete'
  | 'no-baseline';

/** The label of a pull request whose next runs spend their pairs on improvements: the bot sets it, the action reads it. */
export const expectLabel = 'perigee: expect improved';
