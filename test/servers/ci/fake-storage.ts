import { expect, onTestFinished } from 'vitest';
import { startFakeServer } from './fake-server.ts';
import { handOut, listSecrets } from './hand-out.ts';
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
    secrets.push(...listSecrets(headers));
    return storage.intercept(url.pathname) ?? handOut(url, storage.contents.get(url.pathname));
  });
  onTestFinished(() => expect(secrets).toEqual([]));
  return storage;
}
