/** The seam between the runner, which starts setup and services, and the profile stage, which knows processes. */
import type { WrapCommand } from './observation.ts';

/** Holds all that some commands start, however it leaves them: in another session, or without its parents. */
export interface ProcessHold {
  /** Puts before a command what makes it, and what it starts, part of this. */
  wrap: WrapCommand;
  /** Laid over the environment of each command. */
  environment: Readonly<Record<string, string>>;
  /** Absolute, where a cgroup holds it. */
  cgroup?: string;
  /** Has to hear of every child that this process still waits for when it ends the others. */
  noteChild(pid: number | undefined): void;
  /** Waits a little for what ends by itself. */
  settle(): Promise<void>;
  /** Ends what still runs: asks, waits a little, kills. Nothing can be held afterwards. */
  end(): Promise<Leftovers>;
}

/** Names of programs, each once. */
export interface Leftovers {
  ended: readonly string[];
  /** Those that could not be ended, such as another user's. */
  stuck: readonly string[];
}

export type HoldProcesses = () => ProcessHold;
