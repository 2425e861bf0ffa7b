export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

export type LogFacts = Readonly<Record<string, unknown>>;

export interface Logger {
  /** @param message the same for the same thing each time; what differs is in the facts */
  log(level: LogLevel, message: string, facts?: LogFacts): void;
}

export interface LoggerOptions {
  level: LogLevel;
  /** Whatever of them appears in a line is blotted out. */
  secrets: readonly string[];
  nowMs(): number;
  write(line: string): void;
}

/** Shorter ones would blot out half of every line, and are no secrets. */
const shortestSecret = 6;
const longestText = 2_000;

/** One JSON object a line: time, level, message, and the facts beside them. */
export function createLogger(options: LoggerOptions): Logger {
  const lowest = logLevels.indexOf(options.level);
  const secrets = options.secrets.filter((secret) => secret.length >= shortestSecret);
  const blot = (text: string): string => {
    let clean = text.slice(0, longestText);
    for (const secret of secrets) clean = clean.replaceAll(secret, '***');
    return clean;
  };
  return {
    log: (level, message, facts = {}) => {
      if (logLevels.indexOf(level) < lowest) return;
      const time = new Date(options.nowMs()).toISOString();
      const line = { time, level, message, ...facts };
      options.write(
        `${JSON.stringify(line, (_key, value: unknown) => {
          if (value instanceof Error) return blot(describeError(value));
          return typeof value === 'string' ? blot(value) : value;
        })}\n`,
      );
    },
  };
}

/** With its stack only where it is a defect of ours. */
function describeError(error: Error): string {
  return error.name === 'Error' || error.name === 'TypeError' || error.name === 'RangeError'
    ? (error.stack ?? error.message)
    : error.message;
}
