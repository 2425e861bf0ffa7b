import { defend, type Defence } from './defence.ts';

const served = ['test/service/parts/start-explorer.test.ts', 'test/explorer/is-local.test.ts'];
const answered = ['test/explorer/explorer.test.ts'];
const people = ['test/explorer/readers.test.ts'];

/** What keeps the dashboard from showing a company's numbers to others, and from being held by one reader. */
export const explorerDefences: readonly Defence[] = [
  ...defend('src/explorer/door/is-local.ts', served, [
    [
      'a page of a stranger whose name leads to this machine',
      "localHost.test(headers.host ?? '') &&",
      'headers.host !== undefined &&',
    ],
    [
      'readers from outside whom a proxy passes on',
      '!Object.keys(headers).some((name) => writtenByProxies.test(name))',
      'true',
    ],
    [
      'readers of the network',
      "loopback.test(socket.remoteAddress ?? '') &&",
      'socket.remoteAddress !== undefined &&',
    ],
  ]),
  ...defend(
    'src/cli/open/serve-locally.ts',
    ['test/cli/open.test.ts'],
    [
      ['a token found in the arguments of a browser', 'tokens.delete(given);', ''],
      ['other users of the machine', 'if (isKnown(request)) return seesAll;', 'return seesAll;'],
      [
        'report pages for who has the token',
        '!isLocal(request) || !isKnown(request)) return false;',
        '!isLocal(request)) return false;',
      ],
      [
        'a page of a stranger whose name leads to this machine',
        "if (!isLocal(request)) throw new ApiProblem(421, 'Ask 127.0.0.1 for it.');",
        '',
      ],
    ],
  ),
  ...defend('src/explorer/door/open-explorer.ts', served, [
    ['readers that wait without end', 'places: mostWaiting', 'places: Infinity'],
  ]),
  ...defend('src/explorer/door/open-explorer.ts', people, [
    [
      'readers of repositories that GitHub does not show them',
      'if (seen !== undefined && repository !== undefined && !seen.has(lower(repository))) {',
      'if (seen !== undefined && repository === undefined) {',
    ],
    [
      'names of repositories that GitHub does not show them',
      'all.filter((one) => seen.has(lower(one.repository)));',
      'all.filter((one) => one !== undefined);',
    ],
  ]),
  ...defend(
    'src/explorer/door/wait-in-line.ts',
    ['test/explorer/wait-in-line.test.ts'],
    [
      [
        'one reader who takes the places of all',
        'const isFull = name !== undefined && lane.inside >= ofReader;',
        'const isFull = lane.inside < 0;',
      ],
      [
        'requests of one reader without end',
        'if (isFull && lane.behind.length >= behind) {',
        'if (isFull && lane.behind.length < 0) {',
      ],
    ],
  ),
  ...defend(
    'src/explorer/explorer.ts',
    ['test/explorer/room-for-repositories.test.ts'],
    [
      [
        'many busy repositories in one process',
        'if (taken <= mostKnownBytes || one === newest) return;',
        'if (taken > 0) return;',
      ],
    ],
  ),
  ...defend(
    'src/operations/task-process.ts',
    ['test/operations/task-process.test.ts'],
    [['work for clients that are gone', 'if (place !== -1) waiting.splice(place, 1);', '']],
  ),
  ...defend(
    'src/explorer/door/send-answer.ts',
    ['test/explorer/send-answer.test.ts'],
    [
      [
        'a large answer that a slow reader leaves in memory',
        'unpacked.pipe(response);',
        "unpacked.on('data', (part) => response.write(part)).on('end', () => response.end());",
      ],
    ],
  ),
  ...defend('src/explorer/readers/sign-in.ts', people, [
    [
      'a sign-in that somebody else began in this browser',
      "const isOwn = typeof begun.state === 'string' && begun.state === searchParams.get('state');",
      "const isOwn = searchParams.get('state') !== null;",
    ],
    [
      'a sign-in that ends at the page of a stranger',
      "const to = keepOwn(searchParams.get('to') ?? '/');",
      "const to = searchParams.get('to') ?? '/';",
    ],
    [
      'a session without end',
      "if (typeof token !== 'string' || !(Number(untilMs) > nowMs())) return {};",
      "if (typeof token !== 'string') return {};",
    ],
  ]),
  ...defend('src/explorer/readers/github-people.ts', people, [
    [
      'an app that its owner suspended',
      "if (typeof id !== 'number' || (suspended ?? null) !== null) continue;",
      "if (typeof id !== 'number') continue;",
    ],
    [
      'requests to GitHub for each name that somebody invents',
      'keepFor(goodForMs, 1 + size)',
      'keepFor(0, 1 + size)',
    ],
    [
      'access that GitHub took back',
      'if (found !== undefined && nowMs() < found.untilMs)',
      'if (found !== undefined)',
    ],
  ]),
  ...defend(
    'src/explorer/readers/github-people.ts',
    ['test/explorer/readers/github-people.test.ts'],
    [
      [
        'a session that goes on after its owner signed out',
        'if (known.find(key)?.seen === seen)',
        'if (size > 0)',
      ],
    ],
  ),
  ...defend(
    'src/serving/settings/read-dashboard.ts',
    ['test/serving/settings/read-settings.test.ts'],
    [
      [
        'a proxy on this machine that passes for a program on it',
        'bot === undefined && !isPublic(dashboard)',
        'bot === undefined',
      ],
    ],
  ),
  ...defend(
    'src/explorer/readers/trusted-proxy.ts',
    ['test/explorer/trusted-proxy.test.ts'],
    [
      [
        'a header that anybody sends',
        "return isProxy && typeof name === 'string'",
        "return typeof name === 'string'",
      ],
    ],
  ),
  ...defend('src/explorer/door/read-request.ts', answered, [
    [
      'an answer without a limit',
      'if (value >= minimum && value <= maximum) return value;',
      'if (value > 0) return value;',
    ],
  ]),
];
