import { defend, type Defence } from './defence.ts';

const bodies = [
  'test/bot/deliveries/read-body.test.ts',
  'test/bot/deliveries/stalled-bodies.test.ts',
];

/** What keeps whoever can open a connection from taking the time and the memory of all. */
export const doorDefences: readonly Defence[] = [
  ...defend('bot/src/deliveries/read-body.ts', bodies, [
    ['a body without an end', 'if (bytes > maxBytes) {', 'if (bytes < 0) {'],
    [
      'a body that stands still',
      'if (bytes < due || tookMs > pace.longestMs) refuse(tooSlow);',
      '',
    ],
    [
      'a body of tiny pieces',
      'if (pieces > freePieces && bytes < pieces * leastBytesOfPiece) {',
      'if (pieces < 0) {',
    ],
    [
      'large bodies that keep small ones out',
      'if (largest === undefined || largest.claim <= body.claim) return false;',
      'if (largest !== body) return false;',
    ],
    ['memory that is never given back', 'room.free(holder);', ''],
  ]),
  ...defend(
    'src/service/operations/bounded-server.ts',
    ['test/service/operations/bounded-server.test.ts'],
    [
      [
        'any number of connections',
        'if (asked.size <= atMost) return;',
        'if (asked.size >= 0) return;',
      ],
      [
        'bodies that stop, and hold all connections',
        'if ([...open].some(({ complete }) => complete)) continue;',
        'if (open.size > 0) continue;',
      ],
      ['a head without an end', 'headersTimeout: headMs,', 'headersTimeout: 0,'],
      [
        'an answer that nobody takes',
        'const timer = setTimeout(() => socket.destroy(), exchangeMs);',
        'const timer = setTimeout(() => undefined, exchangeMs);',
      ],
      [
        'any number of requests at once',
        'if (connections.begin(request) > atOnce) {',
        'if (connections.begin(request) < 0) {',
      ],
    ],
  ),
  ...defend(
    'bot/src/deliveries/open-door.ts',
    ['test/bot/deliveries', 'test/bot/attacks/webhooks.test.ts'],
    [
      [
        'a body with a wrong signature that is parsed',
        'if (!signature.isRight()) refuse(response, notSigned);\n        else if',
        'if',
      ],
    ],
  ),
];
