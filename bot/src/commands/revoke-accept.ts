import type { Answer, Asked, CommandPorts } from './answer.ts';
import { showPerson } from './answer-words.ts';

/** Takes an accept back, of this pull request or of another one in the repository. */
export function revokeAccept(
  { ledger, nowMs }: CommandPorts,
  { repository, by, number }: Asked,
  id: string,
): Answer {
  const find = () =>
    ledger.listAccepts(repository.id, nowMs(), { all: true }).find((one) => one.id === id);
  if (find() === undefined) {
    return {
      text: `There is no accept ${id} in this repository. \`/perigee accepts\` lists those of this pull request.`,
    };
  }
  ledger.takeBackAccept(repository.id, id, by, nowMs());
  const accept = find();
  const { takenBack } = accept ?? {};
  if (accept === undefined || takenBack === undefined) return { text: `${id} still stands.` };
  const when = new Date(takenBack.atMs).toISOString().slice(0, 10);
  const place =
    accept.number === number ? '' : `, which was given on pull request ${accept.number ?? 'none'},`;
  return {
    text: `**${id}**${place} is taken back by ${showPerson(takenBack.by)} on ${when}. What it covered counts again.`,
    wakes: { kind: 'pull-request', repository, number: accept.number ?? number },
  };
}
