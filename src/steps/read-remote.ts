/**
 * Owner and name of a repository from the address of a remote, the last two parts of it: `git@host:owner/name.git`,
 * `https://host/owner/name`, `ssh://…`, a folder.
 */
export function readRemote(address: string): string | undefined {
  const path = address.replace(/\/+$/, '').replace(/\.git$/, '');
  const match = /[:/]([A-Za-z0-9._-]+\/[A-Za-z0-9._-]+)$/.exec(path);
  return match?.[1];
}
