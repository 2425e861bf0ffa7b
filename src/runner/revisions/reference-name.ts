/**
 * Whether git takes this for the full name of a reference, such as `refs/heads/main`. It is then safe as an
 * argument: it starts with `refs/`, so it is no option, and holds nothing that a refspec reads otherwise.
 * The rules are those of git-check-ref-format(1).
 */
export function isReferenceName(name: string): boolean {
  if (!name.startsWith('refs/') || name.length > 1000) return false;
  // Control characters, space, and what revisions and refspecs are written with.
  if (forbidden.test(name) || /\.\.|@\{|\/\//.test(name) || /[./]$/.test(name)) return false;
  return name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'));
}

const forbidden = /[\p{Cc} ~^:?*[\\]/u;

/** `main` as `refs/heads/main`, or undefined when no branch can be called that. */
export function branchReference(branch: string): string | undefined {
  const reference = `refs/heads/${branch}`;
  return branch.startsWith('-') || !isReferenceName(reference) ? undefined : reference;
}
