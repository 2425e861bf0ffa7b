import { createSign } from 'node:crypto';
import { createEmulator } from 'emulate';
import { onTestFinished } from 'vitest';
import { findFreePorts } from '../../servers/free-ports.ts';

export interface EmulatedGithub {
  url: string;
  /** Of the app that GitHub's jobs act as. */
  appId: string;
  privateKey: string;
  /** A token as a job gets it, with these permissions. */
  tokenFor(permissions: Record<string, 'read' | 'write'>): Promise<string>;
  /** As the person who owns the repository acme/sync. */
  asOwner(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
}

const appId = 15368;
const installation = 1;

/** A GitHub with the repository acme/sync and the app that GitHub's jobs act as. */
export async function startEmulatedGithub(): Promise<EmulatedGithub> {
  const [port = 0] = await findFreePorts(1);
  const github = await createEmulator({
    service: 'github',
    port,
    seed: {
      tokens: { owner: { login: 'acme', scopes: ['repo'] } },
      github: {
        users: [{ login: 'acme' }],
        repos: [{ owner: 'acme', name: 'sync', auto_init: true }],
        apps: [
          {
            app_id: appId,
            slug: 'github-actions',
            name: 'GitHub Actions',
            permissions: {
              ...{ pull_requests: 'write', issues: 'write', checks: 'write' },
              ...{ actions: 'read', contents: 'read', metadata: 'read' },
            },
            events: [],
            installations: [
              { installation_id: installation, account: 'acme', repository_selection: 'all' },
            ],
          },
        ],
      },
    },
  });
  onTestFinished(() => github.close());
  const key = github.generatedSecrets.find(({ kind }) => kind === 'github.app_private_key');
  const call = async (token: string, method: string, path: string, body?: unknown) => {
    const response = await fetch(`${github.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  };
  return {
    url: github.url,
    appId: String(appId),
    privateKey: key?.value ?? '',
    asOwner: (method, path, body) => call('owner', method, path, body),
    tokenFor: async (permissions) => {
      const path = `/app/installations/${installation}/access_tokens`;
      const { token } = await call(signJwt(key?.value ?? ''), 'POST', path, { permissions });
      return String(token);
    },
  };
}

function signJwt(privateKey: string): string {
  const encode = (value: object): string =>
    Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const content = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode({ iat: now - 60, exp: now + 300, iss: appId })}`;
  return `${content}.${createSign('RSA-SHA256').update(content).sign(privateKey, 'base64url')}`;
}
