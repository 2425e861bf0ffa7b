import type { ToldBuild } from '../../../../src/contract/documents.ts';
import type { WebhookPayload } from '../../../../src/transport/buildkite/answers.ts';
import { nameOfClone, readBuildkiteRun } from '../../../../src/transport/buildkite/names.ts';
import { Refused } from '../../../../src/transport/platform-errors.ts';
import { readFields } from '../../../../src/transport/rest/fields.ts';

const events = ['build.scheduled', 'build.running', 'build.finished'];

/**
 * Which build a webhook of Buildkite names. Nothing else in it is trusted.
 * @param payload whose sender is known
 * @returns undefined when it is nothing for us
 * @throws Refused when it is an event for us that names no build, with the place
 */
export function readBuild(payload: unknown): ToldBuild | undefined {
  const fields = readFields<WebhookPayload>(payload, 'the webhook of Buildkite');
  const event = fields.text('event');
  // Other jobs, such as those that wait or trigger, leave no artifacts.
  const isOfJob = event === 'job.finished' && fields.optionalText('job.type') === 'script';
  if (!isOfJob && !events.includes(event)) return undefined;
  const runId = nameRun(fields.text('build.url'));
  const repository = nameOfClone(fields.text('pipeline.repository'));
  // Without owner and name it is not on GitHub.
  if (repository === undefined || !isOwnerAndName(repository)) return undefined;
  return { repository, runId, ...(isOfJob ? { mayWait: true } : {}) };
}

/** As in `acme/sync`. */
function isOwnerAndName(text: string): boolean {
  return /^[A-Za-z0-9._-]{1,100}\/[A-Za-z0-9._-]{1,100}$/.test(text);
}

/** From the address of a build in the API. @throws Refused */
function nameRun(url: string): string {
  const match =
    /^https?:\/\/[^/?#]+\/v2\/organizations\/([^/?#]+)\/pipelines\/([^/?#]+)\/builds\/([^/?#]+)$/.exec(
      url,
    );
  if (match === null) {
    const shown = JSON.stringify(url.slice(0, 100));
    throw new Refused('ci-strange-answer', `build.url is no address of a build: ${shown}`);
  }
  const runId = match.slice(1).join('/');
  readBuildkiteRun(runId);
  return runId;
}
