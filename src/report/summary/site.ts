/**
 * The site that shows a summary. Both take GitHub's Markdown; only GitHub draws alerts and Mermaid, and only Buildkite
 * links to artifacts by their path.
 */
export type Site = 'github' | 'buildkite';

/** A link to a file that the job of a build has uploaded; the path is ours, and has no mark of HTML. */
export function linkArtifact(words: string, path: string): string {
  return `<a href="artifact://${path}">${words}</a>`;
}
