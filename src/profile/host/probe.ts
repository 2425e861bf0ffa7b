/** One thing that Perigee can use on this host, and whether it works here. */
export interface Probe {
  mechanism: string;
  works: boolean;
  detail: string;
  /** The gain, or the loss without it. */
  gives: string;
  /** The remedy; absent when it works or when there is none. */
  remedy?: string;
}
