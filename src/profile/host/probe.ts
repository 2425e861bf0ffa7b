/** One thing that Perigee can use on this host, and whether it works here. */
export interface Probe {
  mechanism: string;
  works: boolean;
  /** What was seen. */
  detail: string;
  /** What it gives, or what is lost without it. */
  gives: string;
  /** What would make it work; absent when it works or when nothing would. */
  remedy?: string;
}
