/** What counts instructions on this host. */
export interface Counter {
  /** `callgrind of valgrind-3.19.0` */
  tool: string;
  /** What is set so that a program runs the same instructions each time. */
  settings: readonly string[];
}
