import { parseJson } from '../../../src/contract/json-text.ts';
import { readBuildkiteRun } from '../../../src/transport/buildkite/names.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import { type Fields, readFields } from '../../../src/transport/rest/fields.ts';
import type { CulpritMark } from '../main-branch/mark-culprit.ts';
import type { Repository } from '../subject.ts';
import { isOwnerAndName } from './buildkite/read-build.ts';
import { type AnyDelivery, buttons, type Told, type ToldBuild } from './delivery.ts';
import { readDelivery, type Webhook } from './read-delivery.ts';

const version = 1;
/** A comment has at most 65,536 characters, each of at most six in JSON. */
const limits = { maxCharacters: 1_000_000, maxDepth: 64, maxValues: 100_000 };

/** What a delivery is in the log. */
export function writeMessage(delivery: AnyDelivery): string {
  return JSON.stringify({ version, ...delivery });
}

/** A webhook that could not be read. As a dead letter that is replayed it is tried again. */
export function writeUnread(webhook: Webhook, receivedAt: string): string {
  return JSON.stringify({ version, receivedAt, webhook });
}

/**
 * Reads a message of the log. Others may write there too, so nothing in it is believed.
 * @returns undefined when it is nothing for us
 * @throws UserError, Refused when it can never be read
 */
export function readMessage(
  text: string,
  position: string,
  appId: number,
): AnyDelivery | undefined {
  const value = parseJson(text, position, limits);
  const fields = readFields(value, `the message ${position}`);
  const written = fields.optionalWhole('version');
  if (written !== version) {
    throw new Refused(
      'ci-strange-answer',
      `the message ${position} has version ${written ?? 'none'}; expected ${version}`,
    );
  }
  const receivedAt = fields.moment('receivedAt');
  if (fields.has('webhook')) {
    const { webhook } = value as { webhook: { payload?: unknown } };
    const [name, id] = [fields.text('webhook.name'), fields.text('webhook.id')];
    return readDelivery({ name, id, payload: webhook.payload }, { appId, receivedAt });
  }
  const id = fields.text('id');
  const installation = fields.optionalWhole('installation');
  if (installation !== undefined) return { id, receivedAt, installation };
  if (fields.has('build')) return { id, receivedAt, build: readToldBuild(fields) };
  return { id, receivedAt, repository: readRepository(fields), what: readTold(fields) };
}

function readRepository(fields: Fields): Repository {
  return {
    installation: fields.whole('repository.installation'),
    owner: fields.text('repository.owner'),
    name: fields.text('repository.name'),
    id: fields.whole('repository.id'),
  };
}

function readToldBuild(fields: Fields): ToldBuild {
  const [repository, runId] = [fields.text('build.repository'), fields.text('build.runId')];
  readBuildkiteRun(runId);
  if (isOwnerAndName(repository)) {
    return { repository, runId, ...(fields.isTrue('build.mayWait') ? { mayWait: true } : {}) };
  }
  const shown = JSON.stringify(repository.slice(0, 100));
  throw new Refused('ci-strange-answer', `${shown} is no owner/name of a repository`);
}

function readTold(fields: Fields): Told {
  const number = (): number => fields.whole('what.number');
  const kind = fields.text('what.kind');
  switch (kind) {
    case 'pull-request':
      return { kind, number: number() };
    case 'commit': {
      const runId = fields.optionalWhole('what.runId');
      const pushedTo = fields.optionalText('what.pushedTo');
      return {
        ...{ kind, commit: fields.commit('what.commit') },
        ...(runId === undefined ? {} : { runId }),
        ...(pushedTo === undefined ? {} : { pushedTo }),
      };
    }
    case 'merge-group': {
      const [head, base] = [fields.commit('what.head'), fields.commit('what.base')];
      return { kind, head, base, branch: fields.text('what.branch') };
    }
    case 'merge-group-gone':
      return { kind, head: fields.commit('what.head') };
    case 'push':
      return {
        ...{ kind, branch: fields.text('what.branch'), commit: fields.commit('what.commit') },
        ...(fields.isTrue('what.changesRules') ? { changesRules: true } : {}),
      };
    case 'rules':
      return { kind, branch: fields.text('what.branch') };
    case 'comment':
      return {
        ...{ kind, number: number(), commentId: fields.whole('what.commentId') },
        author: fields.text('what.author'),
        authorIsBot: fields.isTrue('what.authorIsBot'),
        ...(fields.has('what.culprit') ? { culprit: readMark(fields) } : {}),
        writtenAt: fields.moment('what.writtenAt'),
        body: fields.prose('what.body'),
      };
    case 'button':
      return readButton(fields);
    default:
      throw new Refused('ci-strange-answer', `nothing known is told: ${kind.slice(0, 40)}`);
  }
}

function readMark(fields: Fields): CulpritMark {
  const [commit, suite] = [fields.commit('what.culprit.commit'), fields.text('what.culprit.suite')];
  const since = fields.optionalText('what.culprit.budget');
  if (since === undefined) return { commit, suite };
  if (since === 'release' || since === 'best') return { commit, suite, budget: since };
  throw new Refused('ci-strange-answer', `no budget of ours: ${since.slice(0, 40)}`);
}

function readButton(fields: Fields): Told {
  const name = fields.text('what.button');
  const button = buttons.find((known) => known === name);
  if (button === undefined) {
    throw new Refused('ci-strange-answer', `no button of ours: ${name.slice(0, 40)}`);
  }
  return {
    ...{ kind: 'button', button, commit: fields.commit('what.commit') },
    checkRunId: fields.whole('what.checkRunId'),
    sender: fields.text('what.sender'),
  };
}
