import { defend, type Defence } from './defence.ts';

/** What keeps one of many from using up what all of them share. */
export const spendingDefences: readonly Defence[] = [
  ...defend(
    'src/transport/rest/spending.ts',
    ['test/transport/rest/spending.test.ts'],
    [
      ['work that costs nothing', 'left[cost] -= amount;', ''],
      [
        'an author whose pull requests each have all there is',
        'current.getStore()?.add(purse);',
        '',
      ],
      [
        'payers without number in memory',
        'if (purses.size > mostPurses && oldest !== undefined) purses.delete(oldest);',
        '',
      ],
      [
        'others that pay for one who has spent too much',
        'return current.run(new Set(purses), work);',
        'current.enterWith(new Set([...(current.getStore() ?? []), ...purses]));\n  return work();',
      ],
    ],
  ),
  ...defend(
    'bot/src/limit-spending.ts',
    ['test/bot/limit-spending.test.ts'],
    [
      [
        'a pull request that asks GitHub without an end',
        "return payFrom([purseOfPull('pull request', `${number} in ${repository.id}`)], work);",
        'return work();',
      ],
      [
        'many pull requests of one fork',
        'if (found?.fork === true) payAlsoFrom(authorOf(repository, found.author));',
        '',
      ],
      [
        'commands that nobody pays for',
        'return login === undefined ? work() : payFrom([authorOf(repository, login)], work);',
        'return work();',
      ],
      ['an author who writes their name otherwise', 'login.toLowerCase()', 'login'],
    ],
  ),
  ...defend(
    'bot/src/commands/outsiders.ts',
    ['test/bot/commands/outsiders.test.ts'],
    [
      ['any number of answers to one person', 'return one.answers <= mostAnswers;', 'return true;'],
      [
        'a question about each comment of a storm',
        'nowMs() - find(repositoryId, login).seenMs < knownForMs',
        'nowMs() < find(repositoryId, login).seenMs - knownForMs',
      ],
    ],
  ),
  ...defend(
    'src/transport/rest/share-budget.ts',
    ['test/transport/rest/share-budget.test.ts'],
    [
      [
        'a repository that uses up what GitHub allows all',
        'return (taken.get(who) ?? 0) <= total / others.size;',
        'return total >= 0;',
      ],
    ],
  ),
  ...defend(
    'src/operations/fair-queue.ts',
    ['test/operations/fair-queue.test.ts'],
    [
      ['an owner who has all workers', 'if (busy >= atMost) continue;', ''],
      [
        'an owner who is always first',
        'queues.delete(owner);\n        if (queue.length > 0) queues.set(owner, queue);',
        'if (queue.length === 0) queues.delete(owner);',
      ],
    ],
  ),
  ...defend(
    'src/transport/artifacts/byte-budget.ts',
    ['test/transport/artifacts/byte-budget.test.ts'],
    [
      [
        'downloads that do not fit into memory together',
        'if (this.#taken + next.bytes > this.#total) return;',
        '',
      ],
      ['memory that is never given back', 'this.#taken -= taken;', ''],
    ],
  ),
  ...defend(
    'bot/src/looks/job-queue.ts',
    ['test/bot/looks/job-queue.test.ts'],
    [
      [
        'an installation that has all workers',
        'Math.max(1, Math.min(mostOfOne, workers - 1))',
        'workers',
      ],
      [
        'a repository that is always first in its installation',
        'row.push(owner, entry);',
        "row.push('', entry);",
      ],
      ['what was swept and never has its turn', 'turns % sweptEvery === 0', 'turns < 0'],
    ],
  ),
  ...defend(
    'src/transport/github/queue-writes.ts',
    ['test/transport/github/queue-writes.test.ts'],
    [
      [
        'writes faster than GitHub asks for',
        'if (waitMs > 0) await clock.wait(waitMs, signal).catch(() => undefined);',
        '',
      ],
      [
        'a repository whose writes are always first',
        'waiting.delete(repository);\n  if (others.length > 0)',
        'if (others.length === 0) waiting.delete(repository);\n  else',
      ],
    ],
  ),
  ...defend(
    'src/transport/github/open-github.ts',
    ['test/bot/github/write-issue.test.ts'],
    [
      [
        'comments without number in an hour',
        "shareBudget(clock, 'the comments of this hour', fixed)",
        "shareBudget(clock, 'the comments of this hour')",
      ],
    ],
  ),
  ...defend(
    'bot/src/ledger/maintenance.ts',
    ['test/bot/ledger', 'test/bot/reconcile/forgotten-runs.test.ts'],
    [
      [
        'a ledger that grows without end',
        'for (const { statement, keepMs } of steps) statement.run(nowMs - keepMs);',
        '',
      ],
      [
        'a verdict that is let go while its pull request is open',
        '\n  AND (repository, run) NOT IN (SELECT repository, run FROM runs)',
        '',
      ],
    ],
  ),
  ...defend(
    'bot/src/reconcile/reconcile.ts',
    ['test/bot/reconcile/judge-in-turn.test.ts'],
    [['records of many builds in memory at once', 'limitAtOnce(mostJudged)', 'limitAtOnce(1_000)']],
  ),
  ...defend(
    'src/operations/work-apart.ts',
    ['test/operations/work-apart.test.ts', 'test/bot/looks/suspects.test.ts'],
    [
      ['work that kills the process for ever', 'if (deaths >= mostDeaths) {', 'if (deaths < 0) {'],
      [
        'work that killed the process and is first again',
        'if (!putOff.has(key)) {',
        'if (deaths < 0) {',
      ],
      [
        'two suspects side by side',
        "await alone('', () => marked(key, work));",
        'await marked(key, work);',
      ],
    ],
  ),
  ...defend(
    'src/transport/events/kafka/send-messages.ts',
    ['test/transport/events/kafka/kept-producer.test.ts'],
    [
      [
        'messages that no broker has acknowledged',
        'if (taken.length === 1 && isRight && first.errorCode === 0) return;',
        'if (taken.length >= 0) return;',
      ],
      [
        'messages of several partitions in one request',
        'Map.groupBy(chosen, ({ partition }) => partition)',
        'Map.groupBy(chosen, () => 0)',
      ],
      ['more than a broker takes at once', 'of splitBySize(group)) {', 'of [group]) {'],
      [
        'a failed partition that nobody hears of',
        'if (failed !== undefined) throw failed.reason;',
        '',
      ],
    ],
  ),
];
