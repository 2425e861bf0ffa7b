/** What strangers send: nearly valid, random, and what is known to hurt. */
import * as fc from 'fast-check';
import { fragments } from '../report/pull-request/hostile-text.ts';

/** What parsers, regular expressions, screens and prototypes have stumbled over. */
export const crumb = fc.constantFrom(
  ...Array.from('[]{}()<>"\'`,:;.-_*&!|>%@#?/\\+=~^$ \t\n\r\0'),
  ...['- ', '- - ', ': ', '? ', '!a ', '&a ', '<<: *a', '&a [*a]', 'a: ', '<a ', '~~~ ', '> '],
  ...['* ', '1. ', '::set-output name=a::'],
  ...'[[ {"a": {} [], *a *a, a a: a! aa 0 9 1e -1 / // ../ % %5F %0a %2 %00 \\n \\\\'.split(' '),
  ...'<!-- --> </a> <pre> ``` \\` ]( ![ ~~ :: ##[ refs/heads/ .lock @{ -- -c'.split(' '),
  ...'__proto__ constructor toString null true .inf .nan 1e999 NaN 0x1 1_0 ٣ │ 🚀 漢 é'.split(' '),
  ...['\u202e', '\u2028', '\u200b', '\ufeff', '\ud800', '\udc00', '\u0085', '\u001b[2J', 'e\u0301'],
);
const character = fc.oneof(
  { weight: 7, arbitrary: fc.nat(0xff) },
  { weight: 3, arbitrary: fc.nat(0xffff) },
);
const unit = character.map((code) => String.fromCharCode(code));

/** Few are large: a size is as likely to have two digits as five. */
export const drawSize = (most: number): fc.Arbitrary<number> =>
  fc.noBias(fc.nat(10_000)).map((of) => Math.floor(Math.exp((of / 10_000) * Math.log(most + 1))));

const join = (unit: fc.Arbitrary<string>, most: number): fc.Arbitrary<string> =>
  drawSize(most).chain((maxLength) => fc.string({ unit, maxLength, size: 'max' }));

/** The same few characters again and again, and an end that does not fit: what makes backtracking slow. */
export const drawRun = (most: number): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.option(crumb, { nil: '' }),
      fc.string({ unit: crumb, minLength: 1, maxLength: 3 }),
      drawSize(most),
      fc.option(crumb, { nil: '' }),
    )
    .map(([start, repeated, size, end]) => {
      const count = Math.max(1, Math.floor(size / repeated.length));
      return (start + repeated.repeat(count) + end).slice(0, most);
    });

/** Text that tries to get out of the place that shows it. */
export const hostileText = fc
  .tuple(
    fc.array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 8 }),
    fc.constantFrom('', ' ', ',', '\n'),
  )
  .map(([pieces, between]) => pieces.join(between));

/** Any text of at most so many characters. */
export function drawText(most: number): fc.Arbitrary<string> {
  const length = Math.min(most, 2000);
  const texts = [drawRun(most), hostileText, join(crumb, length), join(unit, length)];
  return fc.oneof(...texts).map((text) => text.slice(0, most));
}

/** The text with up to four changes: something is gone, new, or there many times. */
export function mutateText(text: string, most: number): fc.Arbitrary<string> {
  const again = (times: number) => (old: string) => old.repeat(times);
  const insert = (piece: string) => () => piece;
  const piece = fc.oneof(
    fc.constantFrom(again(0), again(2)),
    drawSize(2000).map(again),
    fc.oneof(crumb, unit, drawRun(most)).map(insert),
  );
  const length = fc.oneof(
    { weight: 8, arbitrary: fc.nat(12) },
    { weight: 2, arbitrary: fc.nat(400) },
  );
  const change = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), length, piece);
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) =>
    changes
      .reduce((changed, [where, characters, put]) => {
        const at = Math.floor(where * changed.length);
        const [old, end] = [changed.slice(at, at + characters), changed.slice(at + characters)];
        return (changed.slice(0, at) + put(old) + end).slice(0, most);
      }, text)
      .slice(0, most),
  );
}

/** One of the texts, mostly changed, or any text. */
export const drawNearly = (texts: readonly string[], most: number): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...texts).chain((text) => mutateText(text, most)) },
    { weight: 2, arbitrary: drawText(most) },
  );
