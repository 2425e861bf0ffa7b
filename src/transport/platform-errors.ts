/** A platform cannot answer now: an outage, a rate limit, a spent budget. Ask again later. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  /** How long to wait at least, where that is known. */
  readonly retryAfterMs: number | undefined;
  /** 401: the platform rejects our credentials, and the operator has to act. */
  readonly status: number | undefined;

  /** @param message one line without a secret */
  constructor(
    message: string,
    options: { retryAfterMs?: number; status?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs;
    this.status = options.status;
  }
}

export type RefusedCode = 'ci-not-found' | 'ci-not-allowed' | 'ci-strange-answer';

/** A platform said no, or gave an answer that cannot be used: the same question gets the same answer. */
export class Refused extends Error {
  override readonly name: string = 'Refused';
  readonly code: RefusedCode;
  /** Status of the answer; undefined if there was none, or if it was no error. */
  readonly status: number | undefined;
  /** The app's installation itself is gone or suspended; the repository may have another one by now. */
  readonly isOfInstallation: boolean;

  /** @param message one line without a secret */
  constructor(
    code: RefusedCode,
    message: string,
    options: { status?: number; isOfInstallation?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.status = options.status;
    this.isOfInstallation = options.isOfInstallation ?? false;
  }
}

/** A list has more pages than are read of one. */
export class ListTooLong extends Refused {
  constructor(message: string) {
    super('ci-strange-answer', message);
  }
}

/** More came than is read of one answer: it may help to ask for less. */
export class AnswerTooLarge extends Refused {
  constructor(message: string) {
    super('ci-strange-answer', message);
  }
}

/** Undefined instead of an error where GitHub has no such thing. */
export async function unlessMissing<T>(
  answer: Promise<T>,
  statuses: readonly number[] = [404],
): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // Without permission to ask, we do not know that it is missing.
    if (error.isOfInstallation || !statuses.includes(error.status ?? 0)) throw error;
    return undefined;
  }
}
