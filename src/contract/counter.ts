/** Counts instructions on this host. */
export interface Counter {
  /** `callgrind of valgrind-3.19.0` */
  tool: string;
  /** The settings that make a program run the same instructions each time. */
  settings: readonly string[];
}
