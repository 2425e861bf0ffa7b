/** The CI cannot say now. Nothing is wrong with the build: ask again later. */
export class CiUnavailable extends Error {
  override readonly name = 'CiUnavailable';
  /** How long to wait at least, where the CI said so. */
  readonly retryAfterMs: number | undefined;

  /** @param message one line without a secret */
  constructor(message: string, options: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs;
  }
}

export type CiRefusalCode = 'ci-not-found' | 'ci-not-allowed' | 'ci-strange-answer';

/** The CI has said no, or what cannot be used: the same question gets the same answer. */
export class CiRefused extends Error {
  override readonly name = 'CiRefused';
  readonly code: CiRefusalCode;

  /** @param message one line without a secret */
  constructor(code: CiRefusalCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}

/** A list has more pages than are read of one. */
export class ListTooLong extends CiRefused {
  constructor(message: string) {
    super('ci-strange-answer', message);
  }
}

/** More came than is read of one answer: it may help to ask for less. */
export class AnswerTooLarge extends CiRefused {
  constructor(message: string) {
    super('ci-strange-answer', message);
  }
}
