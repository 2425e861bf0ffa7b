import { generateKeyPairSync, verify } from 'node:crypto';
import type { FakeAnswer, FakeRequest } from './fake-server.ts';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const privateKey = pair.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();

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
): FakeAnswer | undefined {
  const repository = /^\/repos\/[^/]+\/([^/]+)\/installation$/.exec(path)?.[1];
  const wantsToken = path === `/app/installations/${installation}/access_tokens`;
  if (repository === undefined && !wantsToken) return undefined;
  if (!isSignedByApp(tokens, bearer(request)))
    return refuse(401, 'A JSON web token could not be decoded');
  if (repository !== undefined) {
    if (!tokens.installedIn.includes(repository)) return refuse(404, 'Not Found');
    return { status: 200, body: { ...example('installation'), id: installation } };
  }
  const { repositories } = request.body as { repositories: string[] };
  tokens.made.push(request.body as object);
  const token = `ghs_${String(tokens.made.length).padStart(10, '0')}`;
  tokens.installed.set(token, repositories[0]!);
  const body: Record<string, unknown> = { ...example('installation-token'), token };
  // The example's list of repositories lacks what the description asks of them.
  delete body['repositories'];
  body['expires_at'] = new Date(Date.now() + tokens.lifeMs).toISOString();
  return { status: 201, body };
}

/** Undefined when the request may see the repository. */
export function refuseStranger(
  tokens: FakeTokens,
  request: FakeRequest,
  repository: string,
): FakeAnswer | undefined {
  const token = bearer(request);
  if (token === tokens.plain) return undefined;
  const own = tokens.installed.get(token);
  if (own === undefined) return refuse(401, 'Bad credentials');
  return own === repository ? undefined : refuse(404, 'Not Found');
}

export function refuse(status: number, message: string): FakeAnswer {
  return { status, body: { message, documentation_url: 'https://docs.github.com/rest' } };
}

function bearer({ headers }: FakeRequest): string {
  return /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

/** As GitHub checks it: signature, issuer, not from the future, not for longer than ten minutes. */
function isSignedByApp(tokens: FakeTokens, jwt: string): boolean {
  const [header = '', claims = '', signature = ''] = jwt.split('.');
  const content = Buffer.from(`${header}.${claims}`);
  if (!verify('RSA-SHA256', content, pair.publicKey, Buffer.from(signature, 'base64url')))
    return false;
  const decode = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as Claims;
  const { iat, exp, iss } = decode(claims);
  const now = Date.now() / 1000;
  return (
    decode(header).alg === 'RS256' &&
    iss === tokens.appId &&
    iat <= now &&
    exp > now &&
    exp - iat <= 600
  );
}

interface Claims {
  alg: string;
  iat: number;
  exp: number;
  iss: string;
}
