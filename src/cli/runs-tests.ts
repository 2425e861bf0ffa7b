export const runningTests: ReadonlySet<string> = new Set([
  ...['affected', 'bisect', 'compare', 'control', 'demo', 'explain'],
  ...['patch', 'run', 'variability'],
]);

/** Whether a command runs tests: with records to fold, or a list to show, it only reads. */
export function runsTests(
  command: string,
  { from, regression }: { from?: unknown; regression?: string },
): boolean {
  return runningTests.has(command) && from === undefined && regression !== 'list';
}
