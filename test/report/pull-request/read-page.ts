/** What Markdown becomes as GitHub reads it, and all in it that a reader's browser or GitHub would act on. */
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

export function renderPage(markdown: string): string {
  return micromark(markdown, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    // As GitHub does, which then keeps harmless elements: we want to see every one that got through.
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
  });
}

/** Elements that we write ourselves; of attributes only those here, with such values. */
const ourElements: Readonly<Record<string, RegExp>> = {
  a: /^ href="https:\/\/(?:github|perigee)\.example\/[^"]*"$/,
  code: /^(?: class="language-(?:text|mermaid)")?$/,
  ...Object.fromEntries(
    'h3 h4 p ul li strong blockquote table thead tbody tr th td br pre details summary sub'
      .split(' ')
      .map((name) => [name, /^$/]),
  ),
};

/** What GitHub finds in the words of a finished page: mentions, references, commits, addresses, emoji, formulas. */
const linked =
  /(?<![\w`])@[a-z\d]|(?<!\w)#\d|\bGH-\d+\b|\bhttps?:\/\/|(?<!\w)www\.|\b(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b|:[\w+-]+:|\$|\[\^|~~/i;
/** Acts on the reader's screen, wherever it stands. */
const unseen =
  /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

export interface PageOptions {
  marker: string;
  /** Commits that we name ourselves, as they are shown. */
  commits: readonly string[];
}

/** One line for each thing that ought not to be there; empty for a page that is ours alone. */
export function listIntruders(markdown: string, { marker, commits }: PageOptions): string[] {
  const html = renderPage(markdown);
  const intruders: string[] = [];
  const comments = [...html.matchAll(/<!--/g)].length;
  const first = `<!-- ${marker} -->`;
  if (marker !== '' && !html.startsWith(first))
    intruders.push('the marker is not on the first line');
  if (comments !== (marker === '' ? 0 : 1)) intruders.push(`${comments} HTML comments`);
  const hidden = unseen.exec(markdown.replaceAll('\n', ' '));
  if (hidden !== null) intruders.push(`unseen U+${hidden[0].codePointAt(0)?.toString(16) ?? ''}`);

  let open: string[] = [];
  let rest = marker === '' ? html : html.slice(first.length);
  while (rest !== '') {
    const tag = /^<(\/?)([a-z][a-z0-9-]*)([^>]*?)\/?>/i.exec(rest);
    if (tag !== null) {
      const [whole, slash, name = '', attributes = ''] = tag;
      const element = name.toLowerCase();
      const allowed = slash === '/' ? /^$/ : ourElements[element];
      const isOurs = element in ourElements && allowed?.test(attributes.trimEnd()) === true;
      if (!isOurs) intruders.push(`element ${whole}`);
      if (slash === '/') open = open.slice(0, open.lastIndexOf(element));
      else if (element !== 'br') open.push(element);
      rest = rest.slice(whole.length);
      continue;
    }
    const end = rest.indexOf('<', 1);
    const text = decode(end === -1 ? rest : rest.slice(0, end));
    rest = end === -1 ? '' : rest.slice(end);
    if (open.includes('code')) continue;
    const words = commits.reduce((left, commit) => left.replaceAll(commit, ''), text);
    const found = linked.exec(words);
    if (found !== null) {
      intruders.push(
        `text ${JSON.stringify(words.slice(Math.max(0, found.index - 20), found.index + 40))}`,
      );
    }
  }
  if (open.length > 0) intruders.push(`left open: ${open.join(' ')}`);
  return intruders;
}

function decode(text: string): string {
  const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };
  return text.replace(/&(lt|gt|quot|amp);/g, (_whole, name: string) => named[name] ?? '');
}
