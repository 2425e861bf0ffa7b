import { expect, test } from 'vitest';
import { listOwnLines } from '../../../bot/src/commands/list-own-lines.ts';

const command = '/perigee rerun';

function countOwn(body: string): number {
  return listOwnLines(body, (line) => line.startsWith('/perigee')).length;
}

const hidden: [what: string, body: string][] = [
  ['quoted', `> ${command}`],
  ['quoted without a blank', `>${command}`],
  ['in a quote that goes on', `> he said\n${command}`],
  ['in a quote that goes on and on', `> he said\nand\n${command}`],
  ['in a quote of a quote', `> > he said\n${command}`],
  ['indented code', `    ${command}`],
  ['code by a tab', `\t${command}`],
  ['in a fence', `\`\`\`\n${command}\n\`\`\``],
  ['in a fence with a language', `~~~ sh \`x\`\n${command}\n~~~`],
  ['in a fence that nothing ends', `\`\`\`\n${command}`],
  ['after a shorter fence in a longer one', `\`\`\`\`\n\`\`\`\n${command}\n\`\`\`\``],
  ['after the other fence', `\`\`\`\n~~~\n${command}\n\`\`\``],
  ['after a fence that has words', `\`\`\`\n\`\`\` x\n${command}\n\`\`\``],
  ['after a fence that is indented as code', `\`\`\`\n    \`\`\`\n${command}\n\`\`\``],
  ['in a fence of a list', `- \`\`\`\n${command}\n  \`\`\``],
  ['in a fence after one that ended with its list', `- x\n  \`\`\`\n\`\`\`\n${command}\n\`\`\``],
  ['in a fence behind a quote', `> x\n\`\`\`\n\n${command}\n\`\`\``],
  ['in a comment', `<!--\n${command}\n-->`],
  ['in a comment over paragraphs', `x <!-- y\n\n${command}\n\n-->`],
  ['in a comment that nothing ends', `<!--\n\n${command}`],
  ['in the second comment of a line', `<!-- a --> b <!--\n${command}\n-->`],
  ['in inline code over lines', `see \`this\n${command}\n\` there`],
  ['in longer inline code', `see \`\` a \` b\n${command} \`\` there`],
  ['in inline code behind an escape', `\\\` see \`x\n${command} \` there`],
  ['after backticks that may match', `a \`\` b\n${command} \` c`],
  ['in a tag', `see <a title="\n${command}\n">x</a>`],
  ['in the title of a link', `[x](y "\n${command}\n")`],
  ['in the words of a picture', `![\n${command}\n](y.png)`],
  ['between struck out words', `~~no\n${command}\nnot~~`],
  ['after a fence of a list', `- \`\`\`js\n  code\n  \`\`\`\n\n${command}`],
  ['in a quote of HTML', `<blockquote>\n\n${command}\n\n</blockquote>`],
  ['in code of HTML', `<pre><code>\n${command}\n</code></pre>`],
  ['folded', `<details open>\n<summary>more</summary>\n\n${command}\n\n</details>`],
  ['folded twice', `<details><details>\n</details>\n${command}`],
  ['struck out', `<del>\n${command}\n</del>`],
  ['in a tag over lines', `<blockquote\ncite="x">\n\n${command}`],
];

test.each(hidden)('%s: not the words of the author', (_what, body) => {
  expect(countOwn(body)).toBe(0);
});

const own: [what: string, body: string][] = [
  ['alone', command],
  ['after words', `please\n${command}`],
  ['after a quote and a blank line', `> he said\n\n${command}`],
  ['after an empty quote', `>\n${command}`],
  ['after a fence', `\`\`\`sh\n/perigee help\n\`\`\`\n${command}`],
  ['after a longer end of a fence', `~~~\nx\n~~~~~\n${command}`],
  ['after inline code with three backticks', `\`\`\`x\`\`\`\n${command}`],
  ['after a comment', `<!-- x\n/perigee help\n-->\n${command}`],
  ['after a comment in a line', `see <!-- x --> this\n${command}`],
  ['after inline code', `\`a\` and \`\`b \` c\`\`\n${command} \`x y\``],
  ['after a backtick alone', `it is 5\` long\n${command} a`],
  ['after two lines with inline code', `\`a\`\n\`\`b\`\`\n${command} \`c\``],
  ['after a backtick of another paragraph', `a \` b\n\n${command} \` c`],
  ['after a backtick of a heading', `# a \` b\n${command} \` c`],
  ['after an escaped backtick', `a \\\` b\n${command} \` c`],
  ['after a folded part', `<details>\n\nx\n\n</details>\n\n${command}`],
  ['after a closing tag alone', `</details>\n${command}`],
  ['after a picture', `<img src="x.png">\n\n${command}`],
  ['after a tag that begins alike', `<precious>\n\n${command}`],
  ['after an address', `<https://pre.example>\n${command}`],
  ['as an item goes on', `- please\n${command}`],
];

test.each(own)('%s: the words of the author', (_what, body) => {
  expect(countOwn(body)).toBe(1);
});

test('a command may hold what is unclear to a reader; nothing after it counts', () => {
  for (const ending of ["it's <b>", '"<a href=', '<!-- x', '<details>', '[', '~~']) {
    expect(countOwn(`${command} ${ending}\n${command}`), ending).toBe(1);
  }
});
