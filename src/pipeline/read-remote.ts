/** As many as any address that git clones from has; matching may take the square of it. */
const mostCharacters = 1_000;

/**
 * Owner and name of a repository from the address of a remote, the last two parts of it: `git@host:owner/name.git`,
 * `https://host/owner/name`, `ssh://…`, a folder.
 */
export function readRemote(address: string): string | undefined {
  if (address.length > mostCharacters) return undefined;
  const path = address
    .replace(/^[a-z+]+:\/\/[^/]+/i, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '');
  const match = /[:/]([A-Za-z0-9._-]+\/[A-Za-z0-9._-]+)$/.exec(path);
  return match?.[1];
}
