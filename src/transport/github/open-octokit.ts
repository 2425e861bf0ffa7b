import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { graphql } from '@octokit/graphql';
import type { EndpointDefaults } from '@octokit/types';
import { App, Octokit, RequestError } from 'octokit';
import { Refused } from '../platform-errors.ts';
import type { SizedMemory } from '../../async/sized-cache.ts';
import type { Account } from '../rest/pause-on-limits.ts';
import { readFields } from '../rest/fields.ts';
import { isToken } from '../rest/plain-token.ts';
import { explainAnswer } from '../rest/read-answer.ts';
import type { LimitAnswer } from '../rest/rate-limit.ts';
import type { Sender } from '../rest/sender.ts';

/** The subject of a request, for limits and messages: octokit hands it on as `request.asked`. */
export interface Asked {
  /** For messages: "run 812 of acme/sync". */
  what: string;
  /** Whose limit it counts for. */
  account: Account;
  /** `owner/name`: whose share of the account’s requests it takes. */
  share?: string;
  by: 'app' | 'token';
  /** Whose token it carries, where an account has several: GitHub gives each of them tags of its own. */
  holder?: string;
  signal: AbortSignal;
  /** Replaces a rejected token. @returns whether there is another one now */
  renew?(): Promise<boolean>;
  /** @throws where an answer that seems good cannot be used */
  check?(data: unknown): void;
}

/** The common part of an app's octokit and that of GitHub Actions. */
export type Asking = Pick<Octokit, 'rest' | 'paginate'> & { graphql: typeof graphql };

/** The last answer, packed, and the tag (ETag) that came with it. */
export interface TaggedAnswer {
  tag: string;
  packed: Buffer;
}

export interface OctokitParts {
  apiUrl: string;
  /** The site for signing in, if it is asked too; the same as that of the API at a GitHub of one’s own. */
  webUrl?: string;
  sender: Sender;
  /** Asking with the tag of what is known is answered by 304 where nothing changed, which GitHub does not count. */
  answers?: SizedMemory<TaggedAnswer>;
}

/** In bytes. What strangers write at length must not push out all else. */
const mostKeptOfOne = 256 * 1024;
const apiVersion = '2022-11-28';
/** Names of installations and of tokens may be in what octokit logs. */
const silence = () => undefined;
const log = { debug: silence, info: silence, warn: silence, error: silence };

/** With what any octokit is made that keeps our limits: on the server, silent, and with `limitRequests`. */
export function describeOptions(parts: OctokitParts) {
  const request = { fetch: stayAt(parts), log };
  return { userAgent: 'perigee', baseUrl: parts.apiUrl, log, request };
}

type OctokitOptions = ConstructorParameters<typeof Octokit>[0];

/**
 * Octokit’s class for one server, with our limits on its documented hooks. Its plugins for retries and throttling
 * are off: the first sends a POST again after a 5xx, which makes two comments, and the second has one queue for all
 * installations, and forgets a pause with the request that met it.
 */
export function createOctokitClass(parts: OctokitParts) {
  return Octokit.plugin((octokit) => limitRequests(octokit, parts)).defaults(
    describeDefaults(parts),
  );
}

/** The defaults of every octokit of ours, of any class. */
export function describeDefaults(parts: OctokitParts) {
  const { request, ...defaults } = describeOptions(parts);
  return (options: OctokitOptions) => ({
    ...{ ...defaults, retry: { enabled: false }, throttle: { enabled: false } },
    ...options,
    request: { ...request, ...options?.request },
  });
}

export type OctokitClass = ReturnType<typeof createOctokitClass>;

/** Keeps and reads tokens of installations; octokit writes each as one text. */
export interface TokenCache {
  get(key: string): string;
  set(key: string, token: string): void;
}

/** The app itself: its requests are signed with its key, and it makes the tokens of its installations. */
export function openApp(
  octokitClass: OctokitClass,
  { appId, privateKey, cache }: { appId: string; privateKey: string; cache: TokenCache },
): Octokit {
  const ownClass = octokitClass.defaults((options: OctokitOptions) => ({
    ...options,
    auth: { ...(options?.auth as object), cache },
  }));
  return new App({ appId, privateKey, Octokit: ownClass }).octokit;
}

/** An octokit plugin: each request keeps the limits, and what goes wrong is said in our own errors. */
export function limitRequests(
  { hook }: Pick<Octokit, 'hook'>,
  { sender, answers }: OctokitParts,
): object {
  hook.wrap('request', async (request, options) => {
    const asked = readAsked(options.request);
    const { method } = options;
    const name = method === 'GET' && answers !== undefined ? nameAnswer(asked, options) : undefined;
    const known = name === undefined ? undefined : answers?.find(name);
    const headers = {
      ...options.headers,
      'x-github-api-version': apiVersion,
      ...(known === undefined ? {} : { 'if-none-match': known.tag }),
    };
    // The hook that adds a token is given these options, and not what is handed on here.
    Object.assign(options, { headers, request: { ...options.request, signal: asked.signal } });
    // A request that makes something new is not repeated when it is unknown whether it was made.
    const mayRepeat = method !== 'POST';
    const attempt = (): Promise<Heard> =>
      sender.attempt({ ...asked, mayRepeat }, () => listen(Promise.resolve(request(options))));
    let heard = await attempt();
    if (heard.status === 401 && (await asked.renew?.()) === true) heard = await attempt();
    if (known !== undefined && heard.status === 304) return unpack(known);
    if (heard.status >= 400 || heard.status === 304)
      throw explainAnswer(sender.service, asked.what, heard, asked.by);
    const { response } = heard;
    if (heard.status === 200 || heard.status === 201) {
      // Octokit gives the text of what is no JSON.
      if (typeof response.data !== 'object' || response.data === null) {
        const message = `${sender.service} answered no JSON for ${asked.what}`;
        throw new Refused('ci-strange-answer', message);
      }
      asked.check?.(response.data);
      const { etag: tag } = response.headers;
      if (name !== undefined && tag !== undefined && !isFullLastPage(response, options)) {
        const packed = pack(response);
        const bytes = name.length + packed.length;
        if (bytes <= mostKeptOfOne) answers?.keep(name, { tag, packed }, bytes);
      }
    }
    return response;
  });
  return {};
}

type Response = Awaited<ReturnType<Octokit['request']>>;
type Options = Required<EndpointDefaults>;

interface Heard extends LimitAnswer {
  response: Response;
}

/** An answer of whatever status. @throws what the fetch threw */
async function listen(answer: Promise<Response>): Promise<Heard> {
  try {
    return hear(await answer);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    if (error.response === undefined) throw error.cause instanceof Error ? error.cause : error;
    return hear(error.response as Response);
  }
}

function hear(response: Response): Heard {
  const { headers, status } = response;
  const data: unknown = response.data;
  const text = typeof data === 'string' ? data : JSON.stringify(status < 400 ? '' : data);
  const all = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return { status, headers: new Headers(all as [string, string][]), text, response };
}

const never = new AbortController().signal;

/** Octokit itself asks only for tokens. */
const forToken = {
  ...({ what: 'a token of the installation', account: 'app', by: 'app' } as const),
  check: refuseUnlessToken,
};

function readAsked(request: Options['request']): Asked {
  const { asked } = request as { asked?: Asked };
  return asked ?? { ...forToken, signal: never };
}

/** @throws Refused unless there is a token in the answer that a header can hold */
function refuseUnlessToken(data: unknown): void {
  const token = readFields(data, 'GitHub’s answer for a token of the installation').text('token');
  if (isToken(token)) return;
  const message = 'GitHub answered with a token of the installation that no header can hold';
  throw new Refused('ci-strange-answer', message);
}

/** Two accounts may be answered differently. */
function nameAnswer({ account, holder }: Asked, options: Options): string {
  const question = { ...options, headers: undefined, request: undefined, mediaType: undefined };
  return JSON.stringify([account, holder, question]);
}

/** That another page follows by now is no change of a full one: a 304 would not tell. */
function isFullLastPage({ data, headers }: Response, { url }: Options): boolean {
  const size = Number(/[?&]per_page=(\d+)/.exec(url)?.[1] ?? Infinity);
  const lists = Array.isArray(data) ? [data] : Object.values(data as object).filter(Array.isArray);
  return !/rel="?next"?/.test(headers.link ?? '') && lists.some(({ length }) => length >= size);
}

/** GitHub’s JSON is an eighth as large then, for a hundredth of a second at most. */
function pack(response: Response): Buffer {
  return deflateRawSync(JSON.stringify(response), { level: 1 });
}

function unpack({ packed }: TaggedAnswer): Response {
  return JSON.parse(inflateRawSync(packed).toString('utf8')) as Response;
}

/** The link to a next page leads nowhere else: no token goes to another host. */
function stayAt({ apiUrl, sender, webUrl = apiUrl }: OctokitParts): typeof fetch {
  const known = [new URL(apiUrl).origin, new URL(webUrl).origin];
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (known.includes(url.origin)) return sender.fetch(url, init);
    throw new Refused('ci-strange-answer', `${sender.service} sent a question to another host`);
  };
}
