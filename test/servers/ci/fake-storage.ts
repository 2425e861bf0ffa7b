import type { IncomingHttpHeaders } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import type { Answer } from '../listen.ts';
import { startFakeServer } from './fake-server.ts';

/** Where an API keeps content: on another host, behind addresses that are the permission themselves. */
export interface FakeStorage {
  url: string;
  /** Path to content. */
  contents: Map<string, Buffer>;
  /** Paths, in order. */
  requests: string[];
  /** Asked before each request: an answer takes the place of the usual one. */
  intercept: (path: string) => Answer | undefined;
}

export async function startFakeStorage(): Promise<FakeStorage> {
  const secrets: string[] = [];
  const storage: FakeStorage = {
    url: '',
    contents: new Map(),
    requests: [],
    intercept: () => undefined,
  };
  storage.url = await startFakeServer(({ url, headers }) => {
    storage.requests.push(url.pathname);
    secrets.push(...listSecrets(headers));
    return storage.intercept(url.pathname) ?? handOut(url, storage.contents.get(url.pathname));
  });
  onTestFinished(() => expect(secrets).toEqual([]));
  return storage;
}

/** A token of the API has no business at the storage. @returns one sentence for each that was sent */
export function listSecrets(headers: IncomingHttpHeaders): string[] {
  const sent = ['authorization', 'cookie'].filter((name) => headers[name] !== undefined);
  return sent.map((name) => `${name} was sent to the storage`);
}

/** The address alone gives the right to read. */
export function handOut(url: URL, content: Buffer | undefined): Answer {
  const isSigned = url.searchParams.get('sig') === 'signed';
  if (content === undefined || !isSigned) return { status: 403, body: 'AuthenticationFailed' };
  return { status: 200, bytes: content };
}
