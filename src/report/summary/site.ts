/**
 * Where a summary is read. Both take GitHub's Markdown; only GitHub draws alerts and Mermaid, and only Buildkite
 * links to artifacts by their path.
 */
export type Site = 'github' | 'buildkite';

/** The first line of a quotation that has to be seen. */
export function openAlert(site: Site, kind: 'NOTE' | 'WARNING'): string {
  if (site === 'github') return `> [!${kind}]`;
  return kind === 'NOTE' ? '> ℹ️ **Note.**' : '> ⚠️ **Warning.**';
}

/** A link to a file that the job of a build has uploaded; the path is ours, and has no mark of HTML. */
export function linkArtifact(words: string, path: string): string {
  return `<a href="artifact://${path}">${words}</a>`;
}
