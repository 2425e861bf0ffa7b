/** What counts as somebody's own words is held against the page that GitHub's Markdown makes of a comment. */
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { expect, test } from 'vitest';
import { listOwnLines } from '../../../bot/src/commands/list-own-lines.ts';
import { createRandom } from '../../../src/stats/random.ts';

const seed = 20_261_121;
const comments = 1_500;

const pieces = [
  ...['', '', '', 'some words', 'a `code` b', 'a ` b', '`` c', '\\` d', '`', '``', 'x `y``'],
  ...['```', '```', '~~~', '````', '    ```', '  ```', '``` sh', '- ```', '1. ~~~', '```x```'],
  ...['> quoted', '>', '> ```', '> <!--', '> > deep', '    indented', '\tby a tab', '- item', '  more'],
  ...['<!--', '-->', '<!-- x -->', 'a <!-- b', 'c --> d', '<details>', '</details>', '<pre>', '</pre>'],
  ...['<blockquote>', '</blockquote>', '<b>', '</b>', '<code>', 'x</code>', '<del>', '</del>', '<p>'],
  ...['# head', '---', '===', '***', '| a | b |', '| - | - |', '* * *', '[x]: y', '\\', 'a  ', '<br>'],
  ...['<a title="', '">', "<i title='", '![', '](x.png)', '[a](b "', '")', '~~', '<?', '?>', '<!X', '>'],
]; // prettier-ignore

const hiding = new Set('blockquote pre code details del s q samp kbd tt'.split(' '));

/** The visible text of a page, without what stands in elements that hide or quote. */
function readOwnText(html: string): string {
  let text = '';
  const open: string[] = [];
  for (const [token, comment, slash, tag = ''] of html.matchAll(
    /(<!--[\s\S]*?(?:-->|$))|<(\/?)([a-zA-Z][^\s/>]*)[^>]*>|[^<]+|</g,
  )) {
    const name = tag.toLowerCase();
    if (comment !== undefined) continue;
    if (name === '') text += open.length === 0 ? token : '';
    else if (hiding.has(name) && slash === '') open.push(name);
    else if (hiding.has(name) && open.includes(name)) open.splice(open.lastIndexOf(name), 1);
  }
  return text;
}

test('a line that counts as own words stands on the page, outside of code, quotes and comments', () => {
  console.log(`seed ${seed}`);
  const random = createRandom(seed);
  const draw = (below: number): number => Math.floor(random() * below);
  let counted = 0;
  let visible = 0;
  for (let comment = 0; comment < comments; comment += 1) {
    const lines = Array.from({ length: 2 + draw(9) }, (_, line) =>
      draw(4) === 0
        ? `/perigee t${line}. ${pieces[draw(20)]}`
        : (pieces[draw(pieces.length)] ?? ''),
    );
    const body = lines.join('\n');
    const html = micromark(body, {
      allowDangerousHtml: true,
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()],
    });
    const page = readOwnText(html);
    const own = listOwnLines(body, (line) => line.startsWith('/perigee'));
    for (const line of own) {
      const [name] = /^\/perigee t\d+\./.exec(line) ?? [''];
      expect(page, JSON.stringify({ body, html, line })).toContain(name);
      counted += 1;
    }
    visible += lines.filter((line) => {
      const [name] = /^\/perigee t\d+\./.exec(line) ?? [];
      return name !== undefined && page.includes(name);
    }).length;
  }
  // It is no use to find no command at all.
  expect(counted).toBeGreaterThan(500);
  expect(counted / visible).toBeGreaterThan(0.5);
  console.log(`${counted} of ${visible} visible lines were taken`);
});

const longest = 65_536;
const heavy: [what: string, body: string][] = [
  ['backticks of every length', Array.from({ length: 360 }, (_, n) => '`'.repeat(n + 1)).join(' ')],
  ['lone backticks', '` '.repeat(longest / 2)],
  ['backslashes', '\\'.repeat(longest)],
  ['backslashes and backticks', '\\`'.repeat(longest / 2)],
  ['blanks', ' '.repeat(longest)],
  ['line ends', '\n'.repeat(longest)],
  ['carriage returns', '\r'.repeat(longest)],
  ['comments', '<!--'.repeat(longest / 4)],
  ['tags', '<details'.repeat(longest / 8)],
  ['closed tags', '<s></s>'.repeat(longest / 7)],
  ['items of items', '- '.repeat(longest / 2)],
  ['rules', '- * _ '.repeat(longest / 6)],
  ['quotes', '> '.repeat(longest / 2)],
  ['numbers', '1. '.repeat(longest / 3)],
  ['commands', '/perigee rerun\n'.repeat(longest / 15)],
  ['quotes in a command', `/perigee rerun ${'"x '.repeat(1_300)}`],
];

test.each(heavy)('a comment of nothing but %s is read without trouble', (_what, body) => {
  const lines = listOwnLines(`/perigee first\n\n${body}`, (line) => line.startsWith('/perigee'));
  expect(lines[0]).toBe('/perigee first');
});
