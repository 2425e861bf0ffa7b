import { shortenCommit } from '../../../src/contract/commit.ts';
import type { Answer, Asked, CommandPorts } from './answer.ts';
import type { Accept } from '../../../src/gate/accept.ts';
import { showPerson } from './answer-words.ts';

/** Takes an accept back, of this pull request or push or of another one in the repository. */
export function revokeAccept(
  { ledger, nowMs }: CommandPorts,
  { repository, by, number, pushed }: Asked,
  id: string,
): Answer {
  const find = () =>
    ledger.listAccepts(repository.id, nowMs(), { all: true }).find((one) => one.id === id);
  if (find() === undefined) {
    return {
      text: `There is no accept ${id} in this repository. \`/perigee accepts\` lists those of this ${pushed === undefined ? 'pull request' : 'push'}.`,
    };
  }
  ledger.takeBackAccept(repository.id, id, by, nowMs());
  const accept = find();
  const { takenBack } = accept ?? {};
  if (accept === undefined || takenBack === undefined) return { text: `${id} still stands.` };
  const when = new Date(takenBack.atMs).toISOString().slice(0, 10);
  const isOfThis =
    accept.number === undefined ? accept.commit === pushed : accept.number === number;
  const place = isOfThis ? '' : `, which was given on ${namePlace(accept)},`;
  return {
    text: `**${id}**${place} was revoked by ${showPerson(takenBack.by)} on ${when}. What it covered counts again.`,
    wakes:
      accept.number === undefined
        ? { kind: 'push', repository, commit: accept.commit }
        : { kind: 'pull-request', repository, number: accept.number },
  };
}

function namePlace({ commit, number }: Accept): string {
  return number === undefined ? `the push ${shortenCommit(commit)}` : `pull request ${number}`;
}
