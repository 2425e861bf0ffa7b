import { createHash } from 'node:crypto';
import type { Context, Probot } from 'probot';
import type { Repository, Told, ToldPush, Webhook } from '../../../src/contract/documents.ts';
import { type Fields, readFields } from '../../../src/transport/rest/fields.ts';
import { readCulprit } from '../main-branch/write-issue.ts';
import { suiteFile } from '../change/read-configuration.ts';
import { type AnyDelivery, buttons } from './delivery.ts';

export interface ReadContext {
  /** Id of our own app: we ignore checks of others. */
  appId: number;
  /** RFC 3339 in UTC. */
  receivedAt: string;
}

/** An event of Probot’s list, such as `pull_request.opened`, and what GitHub describes of it. */
type Readers = {
  [E in Extract<Parameters<Probot['on']>[0], string>]?: (
    fields: Fields<Context<E>['payload']>,
    appId: number,
  ) => Told | undefined;
};

/** A reader for each event that the app acts on; undefined when the event is nothing for us after all. */
const readers = {
  'pull_request.opened': readPullRequest,
  'pull_request.synchronize': readPullRequest,
  'pull_request.reopened': readPullRequest,
  'pull_request.closed': readPullRequest,
  'pull_request.ready_for_review': readPullRequest,
  'pull_request.edited': (fields) =>
    fields.optionalText('changes.base.ref.from') === undefined
      ? undefined
      : readPullRequest(fields),
  workflow_run: readWorkflowRun,
  // "Re-run all checks": GitHub tells each app of its own suite alone.
  'check_suite.rerequested': (fields) => ({
    ...{ kind: 'button', button: 'rerun' },
    commit: fields.commit('check_suite.head_sha'),
    sender: fields.text('sender.login'),
  }),
  'check_run.rerequested': (fields, appId) => readButton(fields, appId, 'rerun'),
  'check_run.requested_action': (fields, appId) =>
    readButton(fields, appId, fields.optionalText('requested_action.identifier')),
  'merge_group.checks_requested': (fields) => ({
    kind: 'merge-group',
    head: fields.commit('merge_group.head_sha'),
    base: fields.commit('merge_group.base_sha'),
    branch: fields.text('merge_group.base_ref').replace(/^refs\/heads\//, ''),
  }),
  'merge_group.destroyed': (fields) => ({
    kind: 'merge-group-gone',
    head: fields.commit('merge_group.head_sha'),
  }),
  push: readPush,
  'issue_comment.created': readComment,
} satisfies Readers;

const wideningEvents = [
  'installation.created',
  'installation.unsuspend',
  'installation.new_permissions_accepted',
  'installation_repositories.added',
] as const;

/** All that the app listens to. */
export const heardEvents = [
  ...(Object.keys(readers) as (keyof typeof readers)[]),
  ...wideningEvents,
];

/** Which of them a webhook is; undefined for any other. */
export function findHeard({ name, payload }: Pick<Webhook, 'name' | 'payload'>) {
  const action = readFields(payload, `the webhook ${name}`).optionalText('action');
  return heardEvents.find((heard) => heard === name || heard === `${name}.${action}`);
}

/**
 * A signed webhook, reduced to what we act on.
 * @returns undefined when it is nothing for us
 * @throws Refused when it is an event for us that lacks a field, with the place
 */
export function readDelivery(
  { name, id, payload }: Webhook,
  { appId, receivedAt }: ReadContext,
): AnyDelivery | undefined {
  const fields = readFields(payload, `the webhook ${name}`);
  const heard = findHeard({ name, payload });
  if (heard === undefined) return undefined;
  if (!(heard in readers)) {
    return { id, receivedAt, installation: fields.whole('installation.id') };
  }
  const all: Readonly<Record<string, (fields: Fields, appId: number) => Told | undefined>> =
    readers;
  const what = all[heard]?.(fields, appId);
  if (what === undefined) return undefined;
  return { id: identify(id, what, payload), receivedAt, repository: readPlace(fields), what };
}

function readPlace(fields: Fields): Repository {
  return {
    installation: fields.whole('installation.id'),
    owner: fields.text('repository.owner.login'),
    name: fields.text('repository.name'),
    id: fields.whole('repository.id'),
  };
}

/** If a repeat would repeat an effect, the id is that of the signed content. */
function identify(id: string, what: Told, payload: unknown): string {
  switch (what.kind) {
    case 'comment':
      return `comment-${what.commentId}`;
    case 'button': {
      const digest = createHash('sha256').update(JSON.stringify(payload)).digest('hex');
      return `button-${digest.slice(0, 32)}`;
    }
    default:
      return id;
  }
}

function readPullRequest(fields: Fields<Context<'pull_request'>['payload']>): Told {
  return { kind: 'pull-request', number: fields.whole('pull_request.number') };
}

function readWorkflowRun(fields: Fields<Context<'workflow_run'>['payload']>): Told {
  const branch = fields.optionalText('workflow_run.head_branch');
  const isPush =
    fields.optionalText('workflow_run.event') === 'push' &&
    branch === fields.optionalText('repository.default_branch') &&
    // A fork's default branch has the same name, and is none of ours.
    fields.optionalWhole('workflow_run.head_repository.id') === fields.whole('repository.id');
  return {
    kind: 'commit',
    commit: fields.commit('workflow_run.head_sha'),
    runId: fields.whole('workflow_run.id'),
    ...(isPush && branch !== undefined ? { pushedTo: branch } : {}),
  };
}

function readButton(
  fields: Fields<Context<'check_run.rerequested' | 'check_run.requested_action'>['payload']>,
  appId: number,
  identifier: string | undefined,
): Told | undefined {
  if (fields.optionalWhole('check_run.app.id') !== appId) return undefined;
  const button = buttons.find((known) => known === identifier);
  if (button === undefined) return undefined;
  return {
    kind: 'button',
    commit: fields.commit('check_run.head_sha'),
    checkRunId: fields.whole('check_run.id'),
    button,
    sender: fields.text('sender.login'),
  };
}

function readPush(fields: Fields<Context<'push'>['payload']>): Told | undefined {
  const branch = /^refs\/heads\/(.+)$/.exec(fields.text('ref'))?.[1];
  if (branch === undefined || fields.isTrue('deleted')) return undefined;
  const rules = readRules(fields);
  if (branch === fields.text('repository.default_branch')) {
    return { kind: 'push', branch, commit: fields.commit('after'), ...rules };
  }
  const { changesRules, yaml } = rules;
  if (changesRules) return { kind: 'rules', branch };
  return yaml === undefined ? undefined : { kind: 'rules', branch, yaml };
}

/** Older servers list twenty commits at most: of what is not listed it is not known. */
const surelyListed = 19;
const mostYaml = 100;

/** Whether it changes perigee.yml, or may; otherwise which files do that thresholds may be taken from. */
function readRules(
  fields: Fields<Context<'push'>['payload']>,
): Pick<ToldPush, 'changesRules' | 'yaml'> {
  const commits = fields.list('commits');
  const lists = ['added', 'modified', 'removed'] as const;
  const touched = new Set(commits.flatMap((commit) => lists.flatMap((list) => commit.texts(list))));
  const yaml = [...touched].filter((path) => /\.ya?ml$/.test(path));
  const isSure = commits.length <= surelyListed && yaml.length <= mostYaml;
  // A forced push does not list the commits that it drops.
  if (fields.isTrue('forced') || !isSure || touched.has(suiteFile)) return { changesRules: true };
  return yaml.length === 0 ? {} : { yaml };
}

/** Comments on issues of others, edited ones, and those that do not name us are nothing for us. */
function readComment(
  fields: Fields<Context<'issue_comment.created'>['payload']>,
): Told | undefined {
  const isOnPull = fields.has('issue.pull_request');
  const culprit = isOnPull ? undefined : readCulprit(fields.prose('issue.body'));
  if (!isOnPull && culprit === undefined) return undefined;
  const body = fields.prose('comment.body');
  if (!/\/perigee/i.test(body)) return undefined;
  // An account that was deleted meanwhile commands nothing.
  const author = fields.optionalText('comment.user.login');
  if (author === undefined) return undefined;
  return {
    kind: 'comment',
    number: fields.whole('issue.number'),
    commentId: fields.whole('comment.id'),
    author,
    authorIsBot: fields.optionalText('comment.user.type') === 'Bot',
    culprit,
    writtenAt: fields.moment('comment.created_at'),
    body,
  };
}
