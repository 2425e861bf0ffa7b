/** What `perigee init --from` reads, as the command line names it. */
export const formerToolNames = ['bencher', 'github-action-benchmark', 'codspeed'] as const;
export type FormerToolName = (typeof formerToolNames)[number];
