const longestLine = 300;

/** An error as one line for a log. A server's answer may hold what was sent to it, so the secret is taken out. */
export function formatInOneLine(error: unknown, secret = ''): string {
  const text = error instanceof Error ? error.message : String(error);
  const oneLine = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
  const safe = secret === '' ? oneLine : oneLine.replaceAll(secret, '***');
  return safe.slice(0, longestLine);
}
