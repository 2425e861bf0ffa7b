import { refuse } from '../github/answer.ts';
import { isSignedBy, readBearer } from '../github/app-key.ts';
import type { FakeRequest } from './fake-server.ts';
import type { Answer } from '../listen.ts';

/** Who may ask: a plain token, and a GitHub App that is installed in acme/sync. */
export interface FakeTokens {
  plain: string;
  appId: string;
  /** Of the app: token to the name of the repository that it is for. */
  installed: Map<string, string>;
  installedIn: string[];
  /** When the next ones end, after now. */
  lifeMs: number;
  made: object[];
}

export function createTokens(): FakeTokens {
  return {
    plain: 'ghp_plain0123456789',
    appId: '4711',
    installed: new Map(),
    installedIn: ['sync'],
    lifeMs: 3_600_000,
    made: [],
  };
}

const installation = 77;

/** Answers what an app asks; undefined where the request is about something else. */
export function answerApp(
  tokens: FakeTokens,
  request: FakeRequest,
  path: string,
  example: (name: string) => Record<string, unknown>,
): Answer | undefined {
  const repository = /^\/repos\/[^/]+\/([^/]+)\/installation$/.exec(path)?.[1];
  const wantsToken = path === `/app/installations/${installation}/access_tokens`;
  if (repository === undefined && !wantsToken) return undefined;
  if (!isSignedBy(tokens.appId, Date.now(), request))
    return refuse(401, 'A JSON web token could not be decoded');
  if (repository !== undefined) {
    if (!tokens.installedIn.includes(repository)) return refuse(404, 'Not Found');
    return { status: 200, body: { ...example('installation'), id: installation } };
  }
  const { repositories } = request.body as { repositories: string[] };
  tokens.made.push(request.body as object);
  const token = `ghs_${String(tokens.made.length).padStart(10, '0')}`;
  tokens.installed.set(token, repositories[0]!);
  const expires = new Date(Date.now() + tokens.lifeMs).toISOString();
  return {
    status: 201,
    body: { ...example('installation-token'), token, expires_at: expires },
  };
}

/** Undefined when the request may see the repository. */
export function refuseStranger(
  tokens: FakeTokens,
  request: FakeRequest,
  repository: string,
): Answer | undefined {
  const token = readBearer(request);
  if (token === tokens.plain) return undefined;
  const own = tokens.installed.get(token);
  if (own === undefined) return refuse(401, 'Bad credentials');
  return own === repository ? undefined : refuse(404, 'Not Found');
}
