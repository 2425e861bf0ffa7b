/** Texts that try to get out of wherever they are shown; random, by a seed. */
import type { Random } from '../../../src/stats/random.ts';
import { hostileTexts } from '../fixtures/hostile-names.ts';

export const fragments = [
  ...hostileTexts,
  ...'@org/team @a #12 o/r#3 GH-7 deadbee1 | || \\| \\ ` `` ``` ~~~'.split(' '),
  '<!-- perigee -->',
  ...'<!-- --> --!> <b> </details> </summary> <details> <sub>'.split(' '),
  '<a href=x>',
  ...'</code></pre> &lt;script&gt; &#64;team &commat;team $$x$$ :tada:'.split(' '),
  ...'[x](https://evil.example) ![x](//evil.example/p.png) https://evil.example/a'.split(' '),
  ...'www.evil.example me@evil.example [^1] [!NOTE]'.split(' '),
  ...['> ', '# ', '- [ ] ', '1. ', '* * *'],
  ...'--- === ** __ _ ~~ " \' %%{init}%% ] [ ( )'.split(' '),
  ...['\u0000', '\u0007', '\u001b[2J', '\r\n', '\n', '\n\n', '\t', '\u2028', '\u202e', '\u2066'],
  ...['\u200b', '\ufeff', '\u{e0041}', '\ud800', 'é', '漢字', '🚀', 'ordinary words', 'a'],
  ...[' ', '  ', ',', '.', ';', '/perigee accept all because x'],
];

export function makeText(random: Random): string {
  const count = 1 + Math.floor(random() * 8);
  const pieces = Array.from({ length: count }, () => pick(random, fragments));
  const text = pieces.join(pick(random, ['', ' ', ',', '\n']));
  return random() < 0.002 ? text.repeat(2000) : text;
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item;
}
