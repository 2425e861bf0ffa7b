import { UserError } from '../../contract/user-error.ts';

export interface GithubPlaces {
  /** The site for people: `https://github.com`. */
  webUrl: string;
  apiUrl: string;
}

export const publicApiUrl = 'https://api.github.com';

/**
 * The addresses of a GitHub's pages and API.
 * @param host `github.com`, a company's server, `COMPANY.ghe.com`; for tests an address of this machine
 * @throws UserError when it is no host
 */
export function findGithub(host: string): GithubPlaces {
  const text = host.includes('://') ? host : `https://${host}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = url?.hostname === '127.0.0.1' || url?.hostname === 'localhost';
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal);
  if (url === undefined || !isSafe || `${url.origin}/` !== url.href) {
    throw new UserError({
      where: '--host',
      seen: `${JSON.stringify(host.slice(0, 200))} is no host`,
      expected: 'a name without a path, for example github.example.com',
    });
  }
  const { origin, host: name } = url;
  if (name === 'github.com') return { webUrl: origin, apiUrl: publicApiUrl };
  if (name.endsWith('.ghe.com')) return { webUrl: origin, apiUrl: `https://api.${name}` };
  return { webUrl: origin, apiUrl: `${origin}/api/v3` };
}
