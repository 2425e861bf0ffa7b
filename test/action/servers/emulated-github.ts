import { createSign } from 'node:crypto';
import { startEmulator } from '../../servers/github/start-emulator.ts';

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
  const { url, privateKey, insist } = await startEmulator({
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
  });
  return {
    ...{ url, privateKey, appId: String(appId) },
    asOwner: (method, path, body) => insist('owner', method, path, body),
    tokenFor: async (permissions) => {
      const path = `/app/installations/${installation}/access_tokens`;
      const { token } = await insist(signJwt(privateKey), 'POST', path, { permissions });
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
