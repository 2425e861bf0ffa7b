/** Counts instructions on this host. */
export interface Counter {
  /** `callgrind of valgrind-3.19.0`, `proc_pid_rusage of Darwin 24.6.0` */
  tool: string;
  /** The settings that make a program run the same instructions each time. */
  settings: readonly string[];
  /** Those of them that are variables of a test's environment. */
  variables: Readonly<Record<string, string>>;
  /** More of them, with which memory is laid out otherwise; undefined where this host has none. */
  otherLayout?: Readonly<Record<string, string>> | undefined;
  /** The test runs at its own speed, and only all of it is counted. */
  isNative?: true;
}
