import type { Run } from './run.ts';

/** A build may take an hour: without a webhook the bot has to look. */
const withoutWebhookMs = 2 * 60_000;
/** With one it is for what got lost. */
const withWebhookMs = 15 * 60_000;

export interface PollFacts {
  nowMs: number;
  /** The pipeline whose builds count; undefined if GitHub's runs do, which GitHub announces itself. */
  pipeline: string | undefined;
  /** Whether Buildkite tells when a build begins and ends. */
  hearsOfBuilds: boolean;
  /** Whether nothing more is expected to come. */
  isSettled: boolean;
  /** The newest. */
  run: Pick<Run, 'status'> | undefined;
}

/**
 * When to ask Buildkite again without an event.
 * @returns undefined where there is nothing to wait for
 */
export function whenToPoll(facts: PollFacts): number | undefined {
  const { hearsOfBuilds, isSettled, nowMs, pipeline, run } = facts;
  if (pipeline === undefined) return undefined;
  const isAtWork = run !== undefined && run.status !== 'completed';
  if (isSettled && !isAtWork) return undefined;
  return nowMs + (hearsOfBuilds ? withWebhookMs : withoutWebhookMs);
}
