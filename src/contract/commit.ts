/** A full commit id: 40 or 64 hexadecimal digits, lower case. Facts about it never change. */
export function isCommitId(text: string): boolean {
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

/** Twelve digits of a commit: enough to find it, short enough to read. */
export function shortenCommit(commit: string): string {
  return commit.slice(0, 12);
}

/** `main (0123456789ab)`; a commit that is its own label once. */
export function nameRevision({ label, commit }: { label: string; commit: string }): string {
  const short = shortenCommit(commit);
  return label.startsWith(short) ? short : `${label} (${short})`;
}

/** The first line of a commit's message, as long as a document holds it; undefined where there is none. */
export function readSubject(message: string | undefined): string | undefined {
  const [line = ''] = (message ?? '').trimStart().split('\n', 1);
  return line.trim().slice(0, longestSubject) || undefined;
}

const longestSubject = 300;
