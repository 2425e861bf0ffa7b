import type { Repository } from '../../src/contract/documents.ts';

export type { Repository };

/** The subject of one check, and for a pull request of one comment. */
export type Subject =
  | { kind: 'pull-request'; repository: Repository; number: number }
  | {
      kind: 'merge-group';
      repository: Repository;
      head: string;
      /** The commit that the queue puts the group on. */
      base: string;
      /** The branch it is to be merged into. */
      branch: string;
    }
  /** One commit that was pushed to the default branch: it may have made the branch slower. */
  | { kind: 'push'; repository: Repository; commit: string };

/** Equal for the same subject, however and through whichever installation it was found. */
export function subjectKey(subject: Subject): string {
  const { owner, name } = subject.repository;
  const place = `${owner}/${name}`.toLowerCase();
  switch (subject.kind) {
    case 'pull-request':
      return `${place}#${subject.number}`;
    case 'merge-group':
      return `${place}@${subject.head}`;
    case 'push':
      return `${place}!${subject.commit}`;
  }
}
