/**
 * Pins the actions of the workflows by commit: `uses: actions/checkout@<commit> # v6`. Asks their repositories for the
 * commits of the tags, so it needs the network: CONTRIBUTING.md says when. Dependabot keeps them fresh.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../.github/workflows', import.meta.url));
const uses = /(\buses: )([\w.-]+\/[\w.-]+)((?:\/[\w.-]+)*)@(v[\w.-]+)$/gm;

for (const file of readdirSync(folder)) {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  const pinned = text.replaceAll(
    uses,
    (_, start: string, repository: string, below: string, tag: string) =>
      `${start}${repository}${below}@${findCommit(repository, tag)} # ${tag}`,
  );
  if (pinned !== text) writeFileSync(path, pinned);
}

/** Of an annotated tag the commit that it names. */
function findCommit(repository: string, tag: string): string {
  const address = `https://github.com/${repository}`;
  const wanted = [`refs/tags/${tag}`, `refs/tags/${tag}^{}`];
  const lines = execFileSync('git', ['ls-remote', address, ...wanted], { encoding: 'utf8' }).trim();
  const commit = lines.split('\n').at(-1)?.split('\t')[0] ?? '';
  if (/^[0-9a-f]{40}$/.test(commit)) return commit;
  throw new Error(`${address} has no tag ${tag}`);
}
