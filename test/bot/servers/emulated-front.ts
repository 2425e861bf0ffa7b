import { describeApi } from '../../servers/github/api-description.ts';
import type { Answer } from '../../servers/listen.ts';
import type { Question } from '../../servers/github/answer.ts';
import { readBearer } from '../../servers/github/app-key.ts';
import { listen, readBody } from '../../servers/listen.ts';
import { openStorage } from './fake/open-storage.ts';
import { respond } from './fake/respond.ts';
import type { GithubState } from './fake/state.ts';
import { usualPermissions } from './fake/state.ts';
import type { MovedHeads } from './moved-heads.ts';

/** What the emulator does not have, or not so that the app could use it. */
const lacking: readonly RegExp[] = [
  /^\/installation\/repositories$/,
  /^\/app\/hook\//,
  /^\/graphql$/,
  /^\/repos\/[^/]+\/[^/]+\/actions\//,
  /^\/repos\/[^/]+\/[^/]+\/rules\//,
  /^\/repos\/[^/]+\/[^/]+\/commits\/[0-9a-f]{40}\/pulls$/,
  /^\/repos\/[^/]+\/[^/]+\/pulls\/\d+\/files$/,
];

export interface EmulatedFront {
  url: string;
  faults: string[];
  /** `GET /repos/o/r/…?…`, in order, also of what the emulator answered. */
  requests: string[];
  close: () => Promise<void>;
}

const ofPulls = /^\/repos\/[^/]+\/[^/]+\/pulls(\/\d+)?$/;

/**
 * Stands before the emulator and answers by a state what that does not have; all else is passed on as it is.
 * @param sync brings the state up to what the emulator knows
 * @param heads puts right what it says of pull requests
 */
export async function openFront(
  emulatorUrl: string,
  state: GithubState,
  sync: () => Promise<void>,
  heads: Pick<MovedHeads, 'correct'>,
): Promise<EmulatedFront> {
  const faults: string[] = [];
  const requests: string[] = [];
  const storage = await openStorage(state, faults);
  const server = await listen(async (request) => {
    const url = new URL(request.url ?? '', emulatorUrl);
    const { pathname: path } = url;
    const { method = '', headers } = request;
    const body = await readBody(request);
    requests.push(`${method} ${path}${url.search}`);
    const agent = headers['user-agent'] ?? 'nobody';
    if (!agent.includes('octokit')) faults.push(`${agent} asked ${method} ${path} past octokit`);
    const question: Question = { method, url, path, headers, body };
    if (!lacking.some((each) => each.test(path))) {
      const answer = await pass(question);
      return method === 'GET' && ofPulls.test(path) ? correct(answer, heads) : answer;
    }
    await sync();
    admit(state, question);
    const answer = await respond(state, question, storage.url);
    if (path !== '/graphql') {
      const api = describeApi();
      faults.push(...api.judgeRequest(method, path, url.searchParams, body));
      faults.push(...api.judgeAnswer(method, path, answer.status, answer.body));
    }
    return answer;
  });
  return {
    ...{ url: server.url, faults, requests },
    close: async () => {
      await Promise.all([server.close(), storage.close()]);
    },
  };
}

function correct(answer: Answer, heads: Pick<MovedHeads, 'correct'>): Answer {
  if (answer.status !== 200) return answer;
  const said = heads.correct(JSON.parse(String(answer.bytes)));
  if (said === undefined) return { status: 404, body: { message: 'Not Found' } };
  return { ...answer, bytes: Buffer.from(JSON.stringify(said)) };
}

/** The emulator has given the token, and knows what it is for. */
function admit(state: GithubState, question: Question): void {
  const [installation] = state.installations;
  if (installation === undefined) return;
  state.tokens.set(readBearer(question), {
    ...{ installation: installation.id, permissions: usualPermissions },
    endsAtMs: state.nowMs() + 3_600_000,
  });
}

async function pass({ method, url, headers, body }: Question): Promise<Answer> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      accept: String(headers['accept'] ?? '*/*'),
      ...(headers['authorization'] === undefined
        ? {}
        : { authorization: String(headers['authorization']) }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const kept = ['content-type', 'link', 'location', 'date', 'retry-after'].flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return { status: response.status, bytes, headers: Object.fromEntries(kept) };
}
