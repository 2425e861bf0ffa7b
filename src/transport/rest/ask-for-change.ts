import type { TaggedAnswers } from './keep-tagged.ts';
import type { RestAnswer, Sender } from './sender.ts';

/**
 * Sends requests; a repeated read gets the cached answer if the server says that it is still valid.
 * GitHub does not count such a request.
 */
export function askForChange(sender: Pick<Sender, 'send'>, answers: TaggedAnswers): Sender['send'] {
  return async (request) => {
    if (request.method !== 'GET') return sender.send(request);
    const { authorization, url } = request;
    const address = `${authorization.account} ${url.href}`;
    const known = answers.find(address, askForChange);
    const answer = await sender.send(
      known === undefined ? request : { ...request, tag: known.tag },
    );
    if (known !== undefined && answer.status === 304) return known.value as RestAnswer;
    const tag = answer.headers.get('etag');
    if (answer.status === 200 && tag !== null) {
      answers.keep(address, askForChange, { tag, value: answer }, answer.text.length);
    }
    return answer;
  };
}
