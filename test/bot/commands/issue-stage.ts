/** A default branch that one push made slower, its issue, and what is said there. */
import { createCommands } from '../../../bot/src/commands/create-commands.ts';
import type { Permission } from '../../../bot/src/github/github-side.ts';
import type { GithubSide } from '../../../bot/src/github/open-github-side.ts';
import type { Button } from '../../../src/contract/documents.ts';
import { readCulprit } from '../../../bot/src/main-branch/write-issue.ts';
import type { Subject } from '../../../bot/src/subject.ts';
import { lookUntilDone, type PushOptions, pushOf, pushToMain } from '../main-branch/pushes.ts';
import { type Scenario, startScenario } from '../reconcile/scenario.ts';
import { repository } from '../reconcile/world.ts';

export interface IssueStage extends Scenario {
  permissions: Map<string, Permission>;
  push(name: string, options?: PushOptions): Promise<string>;
  /** The issue as it is now. @param place of the issue, in the order in which they were made */
  issue(place?: number): Scenario['world']['issues'][number];
  /** Presses a button of the check of a commit, and has looked at what was woken. */
  press(button: Button, commit: string, sender: string): Promise<void>;
  /** Says it on an issue, and has looked at what was woken. @returns the answer; empty where there is none */
  say(body: string, words?: SayWords): Promise<string>;
}

export interface SayWords {
  by?: string;
  on?: number;
  /** Of the issue as the webhook shows it. */
  shown?: string;
  atMs?: number;
}

export async function openIssueStage(): Promise<IssueStage> {
  const scenario = startScenario();
  const { ledger, ports, world } = scenario;
  const permissions = new Map<string, Permission>([
    ['ada', 'write'],
    ['eve', 'read'],
  ]);
  const replies = new Map<string, string>();
  const woken: Subject[] = [];
  const github: GithubSide = {
    ...ports.github,
    readPermission: async (_, login) => permissions.get(login) ?? 'none',
    reply: async (_, number, key, body) => {
      if (!replies.has(`${number} ${key}`)) replies.set(`${number} ${key}`, body);
    },
  };
  const commands = createCommands({
    ...{
      github,
      ledger,
      openArtifacts: ports.openArtifacts,
      readers: ports.readers,
      logger: ports.logger,
    },
    ...{ wake: (subject) => void woken.push(subject), nowMs: ports.nowMs },
    signal: new AbortController().signal,
  });
  const issue: IssueStage['issue'] = (place = 0) => {
    const found = world.issues[place];
    if (found === undefined) throw new Error('there is no such issue');
    return found;
  };
  let said = 0;
  return {
    ...scenario,
    ...{ permissions, issue },
    push: async (name, options) => {
      const pushed = pushToMain(scenario, name, options);
      await lookUntilDone(scenario, pushed);
      return pushed;
    },
    press: async (button, pressed, sender) => {
      said += 1;
      const receivedAt = new Date(world.nowMs).toISOString();
      const what = { kind: 'button', commit: pressed, checkRunId: 1, button, sender } as const;
      await commands.execute({ id: `button-${said}`, receivedAt, repository, what });
      for (const subject of woken.splice(0)) await scenario.look(subject);
    },
    say: async (body, { by = 'ada', on, shown, atMs = world.nowMs } = {}) => {
      said += 1;
      const number = on ?? issue().number;
      const culprit = readCulprit(shown ?? issue().body);
      const commentId = 900 + said;
      await commands.execute({
        ...{ id: `comment-${commentId}`, receivedAt: new Date(atMs).toISOString(), repository },
        what: {
          ...{ kind: 'comment', number, commentId, author: by, authorIsBot: false, body },
          writtenAt: new Date(atMs).toISOString(),
          ...(culprit === undefined ? {} : { culprit }),
        },
      });
      for (const subject of woken.splice(0)) await scenario.look(subject);
      return replies.get(`${number} comment-${commentId}`) ?? '';
    },
  };
}

export { pushOf };
