/** Somebody who may look. */
export interface Reader {
  /** Whether they may see what is stored of a repository. @throws ApiProblem where nobody can say now */
  maySee(this: void, repository: string): Promise<boolean>;
}

/** On a laptop, and behind a proxy that decides who comes. */
export const seesAll: Reader = { maySee: async () => true };
