import { expect, onTestFinished } from 'vitest';
import { startFakeServer } from './fake-server.ts';
import type { Answer } from '../listen.ts';

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
    // A token of the API has no business here.
    for (const name of ['authorization', 'cookie']) {
      if (headers[name] !== undefined) secrets.push(`${name} was sent to the storage`);
    }
    const instead = storage.intercept(url.pathname);
    if (instead !== undefined) return instead;
    const content = storage.contents.get(url.pathname);
    const isSigned = url.searchParams.get('sig') === 'signed';
    if (content === undefined || !isSigned) return { status: 403, body: 'AuthenticationFailed' };
    return { status: 200, bytes: content };
  });
  onTestFinished(() => expect(secrets).toEqual([]));
  return storage;
}
