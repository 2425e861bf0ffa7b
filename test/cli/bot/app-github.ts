import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { neededPermissions, neededEvents } from '../../../src/cli/bot/app-rights.ts';
import { describeApi } from '../../servers/github/api-description.ts';
import { listenUntilEnd } from '../../servers/ci/fake-server.ts';

/** A GitHub Enterprise Server that only knows apps: its page for new ones, and what they may ask. */
export interface AppGithub {
  url: string;
  /** Manifests that were posted to its page, and where to. */
  posted: { path: string; manifest: Record<string, unknown> }[];
  /** The app that `/app` and the others tell of; it is made by a conversion, or by `register`. */
  app?: Record<string, unknown>;
  hook: Record<string, unknown>;
  installations: Record<string, unknown>[];
  deliveries: Record<string, unknown>[];
  /** Makes an app without the page. @returns its key */
  register(changes?: Record<string, unknown>): string;
  requests: string[];
}

/** What an app has that lacks nothing. */
export const allRights = {
  permissions: Object.fromEntries(neededPermissions.map(({ name, level }) => [name, level])),
  events: neededEvents.map(({ name }) => name),
};

/** How the environment names the app, with its key in the folder. */
export const environmentOf = ({ url }: AppGithub) => ({
  PERIGEE_BOT_APP_ID: '4711',
  PERIGEE_BOT_PRIVATE_KEY_FILE: 'key.pem',
  PERIGEE_BOT_WEBHOOK_SECRET: 'very-secret',
  PERIGEE_BOT_API_URL: `${url}/api/v3`,
});

interface Answer {
  status: number;
  body?: unknown;
  location?: string;
  link?: string;
}

export async function startAppGithub(): Promise<AppGithub> {
  const api = describeApi();
  const faults: string[] = [];
  const codes = new Map<string, Record<string, unknown>>();
  let publicKey: KeyObject | undefined;

  const makeKey = (): string => {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
    publicKey = createPublicKey(pair.publicKey.export({ type: 'spki', format: 'pem' }));
    return pair.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
  };

  const openPage = async (path: string, url: URL, request: IncomingMessage): Promise<Answer> => {
    const form = new URLSearchParams(await readBody(request));
    const manifest = JSON.parse(form.get('manifest') ?? '') as Record<string, unknown>;
    fake.posted.push({ path, manifest });
    const code = `code${codes.size}`;
    codes.set(code, manifest);
    const back = new URL(String(manifest['redirect_url']));
    back.searchParams.set('code', code);
    back.searchParams.set('state', url.searchParams.get('state') ?? '');
    return { status: 302, location: back.href };
  };

  const convert = (code: string): Answer => {
    const manifest = codes.get(code);
    if (manifest === undefined) return { status: 404, body: { message: 'Not Found' } };
    codes.delete(code);
    const pem = fake.register({
      name: manifest['name'],
      permissions: manifest['default_permissions'],
      events: manifest['default_events'],
    });
    fake.hook = { ...fake.hook, ...Object(manifest['hook_attributes']), active: undefined };
    const secrets = { client_id: 'Iv1.1', client_secret: 'c'.repeat(40), webhook_secret: 'hush' };
    return { status: 201, body: { ...fake.app, ...secrets, pem } };
  };

  const answerApp = (path: string, query: URLSearchParams): Answer => {
    if (path === '/app') return { status: 200, body: fake.app };
    if (path === '/app/hook/config') return { status: 200, body: fake.hook };
    if (path === '/app/hook/deliveries') return { status: 200, body: fake.deliveries };
    if (path !== '/app/installations') return { status: 404, body: { message: 'Not Found' } };
    const size = Number(query.get('per_page'));
    const first = (Number(query.get('page')) - 1) * size;
    const next = `${fake.url}/api/v3${path}?per_page=${size}&page=${Number(query.get('page')) + 1}`;
    const isEnd = first + size >= fake.installations.length;
    return {
      ...{ status: 200, body: fake.installations.slice(first, first + size) },
      ...(isEnd ? {} : { link: `<${next}>; rel="next"` }),
    };
  };

  const respond = async (request: IncomingMessage): Promise<Answer> => {
    const url = new URL(request.url ?? '', fake.url);
    const method = request.method ?? '';
    fake.requests.push(`${method} ${url.pathname}`);
    if (!url.pathname.startsWith('/api/v3/')) return openPage(url.pathname, url, request);
    const path = url.pathname.slice('/api/v3'.length);
    faults.push(...api.judgeRequest(method, path, url.searchParams, undefined));
    const [, code] = /^\/app-manifests\/([^/]+)\/conversions$/.exec(path) ?? [];
    const isSigned = isOurs(request.headers.authorization, publicKey, fake.app?.['id']);
    let answer: Answer = {
      status: 401,
      body: { message: 'A JSON web token could not be decoded' },
    };
    if (code !== undefined) answer = convert(code);
    else if (isSigned) answer = answerApp(path, url.searchParams);
    faults.push(...api.judgeAnswer(method, path, answer.status, answer.body));
    return answer;
  };

  const server = createServer((request, response) => {
    void respond(request).then(({ status, body, location, link }) => {
      const headers = { ...(location && { location }), ...(link && { link }) };
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    });
  });
  const url = `http://127.0.0.1:${await listenUntilEnd(server)}`;
  onTestFinished(() => expect(faults).toEqual([]));
  const fake: AppGithub = {
    ...{ url, posted: [], installations: [], deliveries: [], requests: [] },
    hook: { content_type: 'json', insecure_ssl: '0', secret: '********' },
    register: (changes = {}) => {
      const html_url = `${url}/github-apps/perigee-acme`;
      const known = { id: 4711, slug: 'perigee-acme', html_url };
      fake.app = { ...api.example('integration'), ...known, ...changes };
      return makeKey();
    },
  };
  return fake;
}

/** An installation as GitHub lists it. */
export function makeInstallation(
  login: string,
  changes: Record<string, unknown>,
): Record<string, unknown> {
  const [example] = Object.values(describeApi().example('base-installation-items'));
  // The description asks here for the fields of an enterprise too, which an account does not have.
  const dates = { created_at: '2019-05-14T19:31:12Z', updated_at: '2019-05-14T19:31:12Z' };
  const known: object = Object(Reflect.get(Object(example), 'account'));
  const account = { ...known, ...dates, name: login, slug: login, login };
  const others: object = Object(example);
  return { ...others, suspended_at: null, suspended_by: null, account, ...changes };
}

function isOurs(header: string | undefined, key: KeyObject | undefined, id: unknown): boolean {
  const [content, signature] = /^bearer (.+)\.([^.]+)$/i.exec(header ?? '')?.slice(1) ?? [];
  if (key === undefined || content === undefined || signature === undefined) return false;
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(content),
    key,
    Buffer.from(signature, 'base64url'),
  );
  const claims = JSON.parse(Buffer.from(content.split('.')[1] ?? '', 'base64url').toString()) as {
    /** Its number, as a number or as text. */
    iss: string | number;
    exp: number;
  };
  return isSigned && String(claims.iss) === String(id) && claims.exp * 1000 > Date.now();
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
