import { defend, type Defence } from './defence.ts';

const people = ['test/bot/commands', 'test/bot/attacks/commands.test.ts'];

/** What keeps people from acting for others, and a change from setting its own rules. */
export const botDefences: readonly Defence[] = [
  ...defend(
    'bot/src/change/read-configuration.ts',
    ['test/bot/reconcile/configuration.test.ts', 'test/bot/attacks/own-rules.test.ts'],
    [
      [
        'a change that is judged by its own thresholds',
        "const ruling = base.kind === 'none' ? head : base;",
        "const ruling = head.kind === 'none' ? base : head;",
      ],
    ],
  ),
  ...defend('bot/src/commands/carry-out.ts', people, [
    [
      'an accept by somebody without write access',
      'isWriter || !writersOnly.has(parsed.command.kind)',
      'isWriter || parsed.more >= 0',
    ],
    [
      'any number of answers to strangers',
      'nowMs() - dayMs) >= mostForOutsiders;',
      'nowMs() - dayMs) < 0;',
    ],
  ]),
  ...defend(
    'bot/src/commands/press-on-commit.ts',
    [...people, 'test/bot/end-to-end/merge-queue.test.ts'],
    [
      [
        'a button that somebody without write access presses',
        'if (!(await mayWrite(github, repository, sender))) return;',
        '',
      ],
    ],
  ),
  ...defend('bot/src/commands/list-own-lines.ts', people, [
    [
      'a command that is quoted',
      "canCount: kind === 'text' && isWanted(line)",
      'canCount: isWanted(line)',
    ],
    [
      'a command in what cannot be told apart',
      "if (kind === 'unclear') {",
      "if (kind === 'unclear' && line === '') {",
    ],
  ]),
  ...defend('bot/src/commands/parse-command.ts', people, [
    ['a command without an end', 'if (line.length > longestLine) {', 'if (line.length < 0) {'],
    [
      'an accept of any number of names',
      'if (named.length > mostNames) {',
      'if (named.length < 0) {',
    ],
    ['a reason without an end', 'if (length > longestReason) {', 'if (length < 0) {'],
  ]),
  ...defend(
    'src/gate/hold-accepts.ts',
    ['test/gate'],
    [
      [
        'an accept of another pull request',
        'return pullRequests.includes(accept.number);',
        'return pullRequests.length >= 0;',
      ],
      ['an accept that is over', ' || endOfAccept(accept) <= nowMs', ''],
    ],
  ),
  ...defend(
    'src/gate/weigh-words.ts',
    ['test/gate'],
    [
      [
        'a change that is measured until it is green',
        "return regressed > 0 && otherwise === 0 ? 'awaits-confirmation' : 'cleared';",
        "return 'cleared';",
      ],
    ],
  ),
  ...defend(
    'bot/src/github/is-own.ts',
    ['test/bot/github/list-own-comments.test.ts', 'test/bot/attacks/hostile-text.test.ts'],
    [
      ['a person who writes by our app', 'return app === appId && isBot;', 'return app === appId;'],
      [
        'a comment of another app',
        'if (app !== undefined) return app === appId && isBot;',
        'if (app !== undefined) return isBot;',
      ],
    ],
  ),
  ...defend(
    'bot/src/github/markers.ts',
    [
      'test/bot/github/list-own-comments.test.ts',
      'test/bot/github/reply.test.ts',
      'test/bot/attacks/hostile-text.test.ts',
    ],
    [
      [
        'a marker that is quoted',
        'return body === line || body.startsWith(`${line}\\n`) || body.startsWith(`${line}\\r\\n`);',
        'return body.includes(line);',
      ],
    ],
  ),
  ...defend(
    'bot/src/github/read-file.ts',
    ['test/bot/github/read-file.test.ts'],
    [
      [
        'a path that leads elsewhere',
        "part === '' || part === '.' || part === '..'",
        "part === ''",
      ],
    ],
  ),
  ...defend(
    'bot/src/pages/page-link.ts',
    ['test/bot/pages', 'test/fuzz/fuzz.test.ts'],
    [
      [
        'the page of a run that somebody guesses',
        'return timingSafeEqual(Buffer.from(sign(key)), Buffer.from(mac)) ? key : undefined;',
        'return sign(key).length === mac.length ? key : undefined;',
      ],
    ],
  ),
  ...defend(
    'bot/src/deliveries/buildkite/judge-sender.ts',
    ['test/bot/deliveries/buildkite', 'test/fuzz/fuzz.test.ts'],
    [
      ['a wrong token', 'return isSame(String(sent), token)', "return String(sent) !== ''"],
      [
        'a signature that somebody recorded',
        'if (Math.abs(nowMs - Number(timestamp) * 1000) > longestAgeMs) {',
        'if (nowMs < 0) {',
      ],
    ],
  ),
  ...defend(
    'bot/src/deliveries/body-signature.ts',
    ['test/bot/deliveries/open-door.test.ts', 'test/bot/deliveries/buildkite'],
    [
      [
        'a signature of something else',
        "isRight: () => isSame(signature, hmac.digest('hex')),",
        "isRight: () => signature !== '' || hmac === undefined,",
      ],
    ],
  ),
  ...defend(
    'bot/src/deliveries/read-delivery.ts',
    ['test/bot/deliveries', 'test/bot/attacks/webhooks.test.ts'],
    [
      [
        'buttons of the checks of others',
        "if (fields.optionalWhole('check_run.app.id') !== appId) return undefined;",
        '',
      ],
      ['a comment that is told twice', 'return `comment-${what.commentId}`;', 'return id;'],
      [
        "a push to a fork's default branch",
        "fields.optionalWhole('workflow_run.head_repository.id') === fields.whole('repository.id');",
        "fields.whole('repository.id') > 0;",
      ],
    ],
  ),
  ...defend(
    'bot/src/reconcile/refusal-memory.ts',
    ['test/bot/reconcile'],
    [
      [
        'an artifact that is fetched at each look',
        'read: (basis) => kept.get(basis),',
        "read: (basis) => (basis === '' ? kept.get(basis) : undefined),",
      ],
    ],
  ),
];
