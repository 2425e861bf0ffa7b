/** The result of `perigee variability --try` for one setting of `host` on this machine. */
export interface HostTrial {
  /** As perigee.yml has it: `priority: highest`. */
  setting: string;
  /** Runs vary less with it, beyond chance, and it makes none worse. */
  helps: boolean;
  /** Variation with it to variation without, of the series that shows it best. */
  ratio: number;
  /** In words: which series varied how much without and with it. */
  figure: string;
}
