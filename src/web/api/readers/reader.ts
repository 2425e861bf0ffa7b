/** A person who may look. */
export interface Reader {
  /** The same for all requests of one person; absent for programs on this machine, which share no limit. */
  name?: string;
  /**
   * The repositories that they may see, as `owner/name` in lower case; absent for readers who see all.
   * @throws ApiProblem if it is unknown now
   */
  listSeen?(this: void): Promise<ReadonlySet<string>>;
}

/** On a laptop, and on the machine of the service. */
export const seesAll: Reader = {};
