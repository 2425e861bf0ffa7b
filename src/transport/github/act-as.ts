import type { EndpointOptions, RequestInterface, RequestParameters } from '@octokit/types';
import { Refused } from '../platform-errors.ts';
import { readFields } from '../rest/fields.ts';
import { createAnswerCache } from '../../async/answer-cache.ts';
import { createSizedCache } from '../../async/sized-cache.ts';
import { unlessAborted } from '../../async/within.ts';
import type { Account } from '../rest/pause-on-limits.ts';
import { waitOutOutage } from '../rest/sender.ts';
import { payFrom } from '../rest/spending.ts';
import { readRepository } from './names.ts';
import {
  type Asked,
  type Asking,
  createOctokitClass,
  type OctokitParts,
  openApp,
} from './open-octokit.ts';

export interface AppIdentity {
  /** Its number, or its client id. */
  appId: string;
  /** PEM, as GitHub gives it (PKCS#1) or as PKCS#8. */
  privateKey: string;
}

/**
 * Whose token a request carries: that of the app itself; of an installation, with all its rights; or one for a
 * repository that may only read, whatever else the installation may do.
 */
export type Asker = 'app' | { installation: number } | { reads: string };

/** @returns octokit for one question, in the name of that asker. @throws Unavailable, Refused */
export type ActAs = (
  asker: Asker,
  question: Pick<Asked, 'what' | 'share' | 'signal'>,
) => Promise<Asking>;

/** The permissions to read artifacts and facts; an installation may have more, such a token does not. */
const readOnly = {
  actions: 'read',
  contents: 'read',
  pull_requests: 'read',
  metadata: 'read',
} as const;
/** Tokens live for an hour; a download must not lose its own on the way. */
const keptForMs = 55 * 60_000;
const mostKept = 15_000;
const never = new AbortController().signal;

/** One token for everything. */
export function actWithToken(parts: OctokitParts, auth: string): ActAs {
  const OneOctokit = createOctokitClass(parts);
  return (_asker, question) => {
    const asked: Asked = { ...question, account: 'token', by: 'token' };
    return Promise.resolve(new OneOctokit({ auth, request: { asked } }));
  };
}

/** A GitHub App and its installations: octokit makes and keeps the tokens. */
export function actAsApp(parts: OctokitParts, app: AppIdentity): ActAs {
  const OneOctokit = createOctokitClass(parts);
  const { clock } = parts.sender;
  const ownApp = openApp(OneOctokit, {
    ...app,
    cache: keepTokens(() => clock.monotonicMs()),
  });

  const ofApp = { account: 'app', by: 'app' } as const;
  const installations = createAnswerCache(clock, { entries: mostKept, forMs: keptForMs });
  const findInstallation = (reads: string): Promise<number> =>
    installations.answer([reads], async () => {
      const { owner, name: repo } = readRepository(reads);
      const what = `the installation of the app in ${reads}`;
      const asked: Asked = { ...ofApp, what, signal: never };
      const answer = ownApp.rest.apps.getRepoInstallation({ owner, repo, request: { asked } });
      const { data } = await answer.catch((error: unknown) => {
        if (!(error instanceof Refused) || error.status !== 404) throw error;
        const message = `the GitHub App is not installed in ${reads}`;
        throw new Refused('ci-not-allowed', message, { status: 404 });
      });
      return readFields(data, `GitHub’s answer for ${what}`).whole('id');
    });

  /** Tokens that GitHub rejected: octokit makes new ones in their place. */
  const rejected = new Set<string>();
  const makeToken = async (asker: Exclude<Asker, 'app'>) => {
    const reads = 'reads' in asker ? asker.reads : undefined;
    const installationId =
      'reads' in asker ? await findInstallation(asker.reads) : asker.installation;
    const narrow =
      reads === undefined
        ? {}
        : { repositoryNames: [readRepository(reads).name], permissions: readOnly };
    const key = JSON.stringify(asker);
    const refresh = rejected.has(key);
    const make = () =>
      ownApp.auth({ type: 'installation', installationId, refresh, ...narrow }) as Promise<{
        token: string;
      }>;
    try {
      const { token } = await waitOutOutage(make, clock, never);
      if (refresh) rejected.delete(key);
      return { token, account: installationId };
    } catch (error) {
      if (reads !== undefined) installations.forget([reads]);
      throw explainNoToken(error);
    }
  };
  // Several questions may wait for one token: no signal of theirs ends it, and no purse of theirs pays.
  const authorize = (asker: Exclude<Asker, 'app'>, signal: AbortSignal) => {
    signal.throwIfAborted();
    return unlessAborted(
      signal,
      payFrom([], () => makeToken(asker)),
    );
  };

  return async (asker, question) => {
    if (asker === 'app') {
      const asked: Asked = { ...question, ...ofApp };
      return new OneOctokit({ authStrategy: () => ownApp.auth, request: { asked } });
    }
    let { token, account }: { token: string; account: Account } = await authorize(
      asker,
      question.signal,
    );
    const renew = async (): Promise<boolean> => {
      rejected.add(JSON.stringify(asker));
      if ('reads' in asker) installations.forget([asker.reads]);
      ({ token, account } = await authorize(asker, question.signal));
      return true;
    };
    const holder = JSON.stringify(asker);
    const asked: Asked = { ...question, account, holder, by: 'app', renew };
    return new OneOctokit({ authStrategy: () => addToken(() => token), request: { asked } });
  };
}

/** Octokit’s interface of what authorizes requests, for a token that may be another one at the next try. */
function addToken(findToken: () => string) {
  return {
    hook: (request: RequestInterface, route: EndpointOptions, parameters?: RequestParameters) => {
      const endpoint = request.endpoint.merge({ ...route, ...parameters });
      return request({
        ...endpoint,
        headers: { ...endpoint.headers, authorization: `Bearer ${findToken()}` },
      });
    },
  };
}

/** Octokit hands over each token as a text that begins with it. */
function keepTokens(nowMs: () => number) {
  const tokens = createSizedCache<{ text: string; untilMs: number }>(mostKept);
  return {
    get: (key: string): string => {
      const kept = tokens.find(key);
      return kept !== undefined && kept.untilMs > nowMs() ? kept.text : '';
    },
    set: (key: string, text: string): void =>
      tokens.keep(key, { text, untilMs: nowMs() + keptForMs }, 1),
  };
}

function explainNoToken(error: unknown): unknown {
  if (!(error instanceof Refused)) return error;
  const { status } = error;
  const what = 'a token of the installation';
  if (status === 422) {
    // A token cannot have more rights than the installation.
    const needed = Object.keys(readOnly).join(', ');
    const message = `GitHub gives no ${what}: the app has to have read access to ${needed}`;
    return new Refused('ci-not-allowed', message, { status });
  }
  if (status !== 403 && status !== 404) return error;
  const why = 'the app is not installed there any more, or is suspended';
  return new Refused('ci-not-allowed', `GitHub said ${status} for ${what}: ${why}`, {
    ...{ status, isOfInstallation: true },
  });
}
