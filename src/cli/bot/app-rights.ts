/**
 * The permissions of the app. bot/app.yml has the same, for registering it by hand; a test compares the two, and
 * docs/bot-reference.md says the reasons in more words.
 */

export type Level = 'read' | 'write';

export interface NeededPermission {
  /** In the words of the API. */
  name: string;
  level: Level;
  /** Ends the sentence "the bot has it to". */
  why: string;
  /** The bot works with less: how much less, and what it then leaves out. */
  without?: { least: Level | 'none'; loses: string };
}

export interface NeededEvent {
  name: string;
  why: string;
}

export const neededPermissions: readonly NeededPermission[] = [
  {
    name: 'actions',
    level: 'write',
    why: 'fetch artifacts, and run a shard again before red',
    without: { least: 'read', loses: 'nothing is confirmed before red' },
  },
  { name: 'checks', level: 'write', why: 'set its check' },
  { name: 'contents', level: 'read', why: 'read perigee.yml of the base branch' },
  {
    name: 'issues',
    level: 'write',
    why: 'report a regression that reached the default branch',
    without: { least: 'none', loses: 'no issue reports it' },
  },
  {
    name: 'merge_queues',
    level: 'read',
    why: 'learn about merge groups',
    without: { least: 'none', loses: 'a merge queue would wait for ever' },
  },
  { name: 'metadata', level: 'read', why: 'see the repository, and who may command the bot' },
  { name: 'pull_requests', level: 'write', why: 'find pull requests, and comment on them' },
];

/** Every app hears of its installations; an app cannot subscribe to that. */
export const neededEvents: readonly NeededEvent[] = [
  { name: 'check_run', why: 'the buttons of its check' },
  { name: 'check_suite', why: '"Re-run all checks"' },
  { name: 'issue_comment', why: 'commands in comments' },
  { name: 'merge_group', why: 'the merge queue' },
  { name: 'pull_request', why: 'new and changed pull requests' },
  { name: 'push', why: 'the history of the default branch' },
  { name: 'workflow_run', why: 'measurements that began and ended' },
];
