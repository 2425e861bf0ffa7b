import { randomBytes, createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiProblem } from '../http/api-problem.ts';
import { askGithub, type GithubSignIn } from './github-people.ts';
import { nameCookie } from './name-cookie.ts';
import type { Reader } from './reader.ts';

/** GitHub gives tokens for eight hours. */
const sessionMs = 8 * 60 * 60_000;
const signingInMs = 10 * 60_000;

export interface SignIn {
  /** Undefined without a sign-in. */
  findReader(this: void, request: IncomingMessage): Reader | undefined;
  /** Takes `/sign-out`, and the addresses below `/sign-in`. @returns false for others. @throws ApiProblem */
  answer(this: void, request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

/**
 * People sign in at GitHub, through the app. The browser keeps their token, sealed with the secret of the app, so that
 * sessions outlast a restart and this process keeps none.
 */
export function openSignIn(settings: GithubSignIn, nowMs: () => number): SignIn {
  const github = askGithub(settings, nowMs);
  const isSecure = settings.publicUrl.startsWith('https:');
  const prefix = isSecure ? '__Host-' : '';
  const flags = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const sessions = openSeal(settings.clientSecret, 'session');
  const attempts = openSeal(settings.clientSecret, 'sign-in');
  const read = (request: IncomingMessage, name: string): string => {
    const own = (request.headers.cookie ?? '').split(/; */);
    return own.find((one) => one.startsWith(`${prefix}${name}=`))?.split('=', 2)[1] ?? '';
  };
  const write = (name: string, value: string, ms: number): string =>
    `${prefix}${name}=${value}; Max-Age=${Math.round(ms / 1000)}; ${flags}`;
  // The pages show it, so their script reads it. It proves nothing.
  const writeName = (name: string, ms: number): string =>
    write(nameCookie, name, ms).replace(' HttpOnly;', '');
  const findSession = (request: IncomingMessage): { person?: unknown; token?: string } => {
    // An agent has no cookies: it sends what the browser keeps.
    const [, bearer = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    for (const sealed of [read(request, 'perigee'), bearer]) {
      const { person, token, untilMs } = Object(sessions.open(sealed)) as Session;
      if (typeof token === 'string' && Number(untilMs) > nowMs()) return { person, token };
    }
    return {};
  };
  return {
    findReader: (request) => {
      const { person, token } = findSession(request);
      return token === undefined ? undefined : github.readerOf(token, Number(person));
    },
    answer: async (request, response) => {
      const [pathname = '', query] = (request.url ?? '/').split('?', 2);
      const searchParams = new URLSearchParams(query);
      if (pathname === '/sign-out') {
        const { token } = request.method === 'POST' ? findSession(request) : {};
        if (token !== undefined) await github.revoke(token);
        // A stranger's page can send a form here as well, without the cookie: that ends no session.
        const isOwn = [nameCookie, 'perigee'].some((name) => read(request, name) !== '');
        const isOut = request.method === 'POST';
        const gone = isOut && isOwn ? [write('perigee', '', 0), writeName('', 0)] : [];
        sendPage(response, isOut, gone);
        return true;
      }
      if (pathname === '/sign-in') {
        const state = randomBytes(18).toString('base64url');
        const to = keepOwn(searchParams.get('to') ?? '/');
        const kept = attempts.close({ state, to, untilMs: nowMs() + signingInMs });
        send(
          response,
          await github.authorizeUrl(state),
          write('perigee-sign-in', kept, signingInMs),
        );
        return true;
      }
      if (pathname !== '/sign-in/github') return false;
      // Without the cookie of this browser another person began it, and would be signed in here.
      const begun = Object(attempts.open(read(request, 'perigee-sign-in'))) as Attempt;
      const isOwn = typeof begun.state === 'string' && begun.state === searchParams.get('state');
      if (!isOwn || !(Number(begun.untilMs) > nowMs())) {
        throw new ApiProblem(
          401,
          'This sign-in did not begin here, or took too long. Open /sign-in.',
        );
      }
      const token = await github.exchange((searchParams.get('code') ?? '').slice(0, 200));
      const { name, person } = await github.identify(token);
      const session = sessions.close({ person, token, untilMs: nowMs() + sessionMs });
      send(response, keepOwn(String(begun.to)), [
        write('perigee', session, sessionMs),
        write('perigee-sign-in', '', 0),
        writeName(name, sessionMs),
      ]);
      return true;
    },
  };
}

interface Session {
  person?: unknown;
  token?: unknown;
  untilMs?: unknown;
}

interface Attempt {
  state?: unknown;
  to?: unknown;
  untilMs?: unknown;
}

/** An address of our own: `//host` and `/\host` lead elsewhere. */
function keepOwn(to: string): string {
  return /^\/(?![/\\])[\x21-\x7e]{0,1000}$/.test(to) && !to.startsWith('/sign-in') ? to : '/';
}

function send(response: ServerResponse, location: string, cookie: string | string[]): void {
  response.writeHead(303, { location, 'set-cookie': cookie, 'cache-control': 'no-store' });
  response.end();
}

/** Browsers send no cookie with the POST of a stranger's page (SameSite), so only this button signs out. */
function sendPage(response: ServerResponse, isOut: boolean, cookies: readonly string[]): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'set-cookie': [...cookies],
  });
  const content = isOut
    ? '<p>You are signed out. <a href="/sign-in">Sign in</a>'
    : '<form method="post"><button>Sign out</button></form>';
  response.end(`<!doctype html><html lang="en"><title>Sign out of Perigee</title>${content}`);
}

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const longest = 3_000;

/** A value that a browser keeps for us, and can neither read nor change. */
interface Seal {
  close(value: object): string;
  /** Undefined for what was not sealed with this secret. */
  open(text: string): unknown;
}

/** @param use of one secret for several things: what was sealed for one of them is nothing for the others */
export function openSeal(secret: string, use: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `perigee ${use}`, 32));
  return {
    close: (value) => {
      const iv = randomBytes(ivBytes);
      const sealing = createCipheriv(cipher, key, iv);
      const closed = Buffer.concat([sealing.update(JSON.stringify(value)), sealing.final()]);
      return Buffer.concat([iv, closed, sealing.getAuthTag()]).toString('base64url');
    },
    open: (text) => {
      const bytes = Buffer.from(text.slice(0, longest), 'base64url');
      if (bytes.length <= ivBytes + tagBytes) return undefined;
      try {
        const iv = bytes.subarray(0, ivBytes);
        const opening = createDecipheriv(cipher, key, iv, { authTagLength: tagBytes });
        opening.setAuthTag(bytes.subarray(-tagBytes));
        const closed = bytes.subarray(ivBytes, -tagBytes);
        const opened = Buffer.concat([opening.update(closed), opening.final()]);
        return JSON.parse(opened.toString('utf8')) as unknown;
      } catch {
        return undefined;
      }
    },
  };
}
