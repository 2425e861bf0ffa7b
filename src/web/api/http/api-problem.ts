import type { Problem } from '../answers.ts';

const titles = {
  400: 'The request is not valid',
  401: 'Sign in first',
  403: 'You may not read this',
  404: 'There is no such thing',
  405: 'Only GET',
  421: 'This host is not ours',
  429: 'Too many requests',
  503: 'The store does not answer',
} as const;

export type ProblemStatus = keyof typeof titles;

/** A fault of the API's reader, or a reason to wait. Its text is shown to everybody. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: ProblemStatus;

  /** @param detail what was expected, and what to do */
  constructor(status: ProblemStatus, detail: string) {
    super(detail);
    this.status = status;
  }

  describe(): Problem {
    const { message: detail, status } = this;
    return { type: 'about:blank', title: titles[status], status, detail };
  }
}
