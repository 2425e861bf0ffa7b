/**
 * Of `perf script -F period,ip,sym,dso` over the event cpu-clock, whose period is in nanoseconds:
 * `1003009 7f255ce8607f __strcmp_evex (/usr/lib/libc.so.6)`. What has no symbol counts to its library.
 */
export function parsePerf(text: string): Map<string, number> {
  const times = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [, period, symbol = '', library = ''] =
      /^\s*(\d+)\s+[\da-f]+\s+(.+?)\s+\(([^)]*)\)\s*$/.exec(line) ?? [];
    if (period === undefined) continue;
    const name = symbol === '[unknown]' ? `code of ${library}` : `${symbol} (${library})`;
    times.set(name, (times.get(name) ?? 0) + Number(period));
  }
  return times;
}
