import type { CulpritMark } from '../main-branch/mark-culprit.ts';
import type { Repository } from '../subject.ts';

/** A webhook of GitHub, reduced to what we act on. It is validated at the door, before it enters the log. */
export interface Delivery {
  /**
   * The same for a redelivery. Of a comment and a button it is made from what GitHub signed, so that it is
   * the same for a replay too: headers, such as `X-GitHub-Delivery`, are not signed.
   */
  id: string;
  /** RFC 3339 in UTC. */
  receivedAt: string;
  repository: Repository;
  what: Told;
}

/** The app was given more to see, or may do more: all that it is installed in there is to be looked at. */
export interface InstallationDelivery {
  id: string;
  receivedAt: string;
  installation: number;
}

/** A webhook of Buildkite: a build began or went on. Its owner is found later. */
export interface BuildDelivery {
  id: string;
  receivedAt: string;
  build: ToldBuild;
}

export interface ToldBuild {
  /** `owner/name`, as the pipeline names it. */
  repository: string;
  /** `organisation/pipeline/number` */
  runId: string;
  /** Only a job of it has ended: others may soon, and then one look serves all. */
  mayWait?: true;
}

export type AnyDelivery = Delivery | InstallationDelivery | BuildDelivery;

/** In the log: messages about one repository stay in order. */
export function keyDelivery(delivery: AnyDelivery): string {
  if ('repository' in delivery) return String(delivery.repository.id);
  return 'build' in delivery
    ? `build-${delivery.build.repository}`
    : `installation-${delivery.installation}`;
}

export type Told =
  /** Opened, pushed to, reopened, closed, its base changed: look at it again. */
  | { kind: 'pull-request'; number: number }
  /** A workflow run of this commit began or ended, or somebody wants its checks again. */
  | {
      kind: 'commit';
      commit: string;
      runId?: number;
      /** The default branch, where the run is of a push to it. */
      pushedTo?: string;
    }
  | { kind: 'merge-group'; head: string; base: string; branch: string }
  | { kind: 'merge-group-gone'; head: string }
  /** To the default branch; `changesRules`: perigee.yml is another one since, or may be. */
  | { kind: 'push'; branch: string; commit: string; changesRules?: true }
  /** Only that, of a push to another branch: what is to be merged there is judged by it. */
  | { kind: 'rules'; branch: string }
  /** A new comment, not read yet. Edited ones are never in it. */
  | {
      kind: 'comment';
      number: number;
      commentId: number;
      /** The login of its author. */
      author: string;
      authorIsBot: boolean;
      /** Mark of its issue, if that names a push; absent on a pull request. Not checked yet. */
      culprit?: CulpritMark;
      /** `created_at` of GitHub, RFC 3339 in UTC: an accept covers nothing that was measured later. */
      writtenAt: string;
      body: string;
    }
  /** A button of our own check. `rerun` also stands for GitHub's own "Re-run". */
  | {
      kind: 'button';
      commit: string;
      checkRunId: number;
      button: Button;
      /** The login of the person who pressed it. */
      sender: string;
    };

export const buttons = ['rerun', 'accept', 'explain', 'acknowledge'] as const;
export type Button = (typeof buttons)[number];
