/** Draws of what strangers send: nearly valid, random, and what is known to hurt. All by a seed. */
import { pick } from '../report/pull-request/hostile-text.ts';
import { makeText } from '../report/pull-request/hostile-text.ts';
import type { Random } from '../../src/stats/random.ts';

export { makeText, pick };

export function below(random: Random, limit: number): number {
  return Math.floor(random() * limit);
}

/** Few are large: a size is as likely to have two digits as five. */
export function drawSize(random: Random, most: number): number {
  return Math.floor(Math.exp(random() * Math.log(most + 1)));
}

/** What parsers, regular expressions, screens and prototypes have stumbled over. */
const crumbs = [
  ...Array.from('[]{}()<>"\'`,:;.-_*&!|>%@#?/\\+=~^$ \t\n\r\0'),
  ...[
    '[[',
    '{"a":',
    '{}',
    '[],',
    '- ',
    '- - ',
    ': ',
    '? ',
    '!a ',
    '&a ',
    '*a',
    '*a,',
    '<<: *a',
    '&a [*a]',
  ],
  ...[
    'a',
    'a:',
    'a: ',
    'a!',
    'aa',
    '0',
    '9',
    '1e',
    '-1',
    '/',
    '//',
    '../',
    '%',
    '%5F',
    '%0a',
    '%2',
  ],
  ...[
    '<!--',
    '-->',
    '<a ',
    '</a>',
    '<pre>',
    '```',
    '~~~',
    '> ',
    '* ',
    '1. ',
    '\\`',
    '](',
    '![',
    '~~',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'null',
    'true',
    '.inf',
    '.nan',
    '1e999',
    '0x1',
    '1_0',
    '٣',
  ],
  ...[
    '\u202e',
    '\u2028',
    '\u200b',
    '\ufeff',
    '\ud800',
    '\udc00',
    '\u0085',
    '\u001b[2J',
    '🚀',
    '漢',
    'é',
    'e\u0301',
  ],
  ...[
    '::',
    '##[',
    '::set-output name=a::',
    'refs/heads/',
    '.lock',
    '@{',
    '--',
    '-c',
    '%00',
    '\\n',
    '\\\\',
  ],
] as const;

export function drawCrumb(random: Random): string {
  return pick(random, crumbs);
}

/** The same few characters again and again, and an end that does not fit: what makes backtracking slow. */
export function drawRun(random: Random, most: number): string {
  const unit = Array.from({ length: 1 + below(random, 3) }, () => drawCrumb(random)).join('');
  const count = Math.max(1, Math.floor(drawSize(random, most) / unit.length));
  const start = random() < 0.5 ? '' : drawCrumb(random);
  const end = random() < 0.5 ? '' : drawCrumb(random);
  return (start + unit.repeat(count) + end).slice(0, most);
}

/** Any text of at most so many characters. */
export function drawText(random: Random, most: number): string {
  const kind = random();
  if (kind < 0.3) return drawRun(random, most);
  if (kind < 0.6) return makeText(random).slice(0, most);
  const length = Math.min(most, drawSize(random, 2000));
  const draw = kind < 0.9 ? drawCrumb : drawUnit;
  return Array.from({ length }, () => draw(random))
    .join('')
    .slice(0, most);
}

function drawUnit(random: Random): string {
  return String.fromCharCode(below(random, random() < 0.7 ? 0x100 : 0x10000));
}

/** A text with some pieces changed, dropped, doubled, put in, or repeated until it is large. */
export function mutateText(random: Random, text: string, most: number): string {
  let changed = text;
  for (let change = 0; change <= below(random, 4); change += 1) {
    const at = below(random, changed.length + 1);
    const to = at + (random() < 0.2 ? below(random, 400) : below(random, 12));
    const pieces = [
      () => '',
      () => drawCrumb(random),
      () => changed.slice(at, to).repeat(2),
      () => changed.slice(at, to).repeat(drawSize(random, 2000)),
      () => drawRun(random, drawSize(random, most)),
      () => drawUnit(random),
    ];
    changed = changed.slice(0, at) + pick(random, pieces)() + changed.slice(to);
  }
  return changed.slice(0, most);
}

export function drawBytes(random: Random, most: number): Buffer {
  return Buffer.from(Array.from({ length: drawSize(random, most) }, () => below(random, 256)));
}

export function mutateBytes(random: Random, bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  for (let change = 0; change <= below(random, 8); change += 1) {
    const at = below(random, changed.length);
    if (random() < 0.3 && at + 4 <= changed.length) {
      changed.writeUInt32LE(pick(random, [0, 1, 0xffff, 0x7fffffff, 0xffffffff]), at);
    } else changed[at] = below(random, 256);
  }
  const length = random() < 0.2 ? below(random, changed.length + 1) : changed.length;
  return random() < 0.1
    ? Buffer.concat([changed, drawBytes(random, 500)])
    : changed.subarray(0, length);
}
