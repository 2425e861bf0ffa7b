import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { listTrackedFiles, readTracked, root } from './tracked-files.ts';

const inlineLink = /\[[^\]]*\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g;

export function checkDocLinks(): string {
  const pages = listTrackedFiles().filter((file) => file.endsWith('.md'));
  const broken = pages.flatMap((page) => listBrokenLinks(page, readTracked(page)));
  if (broken.length > 0) throw new Error(broken.join('\n'));
  return `${pages.length} pages`;
}

/**
 * The links of a page to files and headings that are not there. Links to the web are not followed.
 * @param page path of the page, relative to the root
 */
export function listBrokenLinks(page: string, text: string): string[] {
  const broken: string[] = [];
  for (const match of dropCode(text).matchAll(inlineLink)) {
    const link = match[1] ?? '';
    if (/^[a-z][a-z0-9+.-]*:/i.test(link)) continue;
    const [path = '', heading] = decodeURI(link).split('#');
    const target = path === '' ? page : normalize(join(dirname(page), path));
    if (target.startsWith('..') || (target !== page && !existsSync(join(root, target)))) {
      broken.push(`${page}: ${link}: there is no ${target}`);
    } else if (heading !== undefined && target.endsWith('.md')) {
      const known = listAnchors(target === page ? text : readTracked(target));
      if (!known.has(heading)) broken.push(`${page}: ${link}: no heading of ${target} gives this`);
    }
  }
  return broken;
}

/** The anchors of a page's headings, as they are shown on the web. */
function listAnchors(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of dropCode(text).matchAll(/^#{1,6}\s+(.*)$/gm)) {
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
    let unique = anchor;
    for (let i = 1; anchors.has(unique); i += 1) unique = `${anchor}-${i}`;
    anchors.add(unique);
  }
  return anchors;
}

/** Code between fences holds no links and no headings; its inline marks are kept out of anchors. */
function dropCode(text: string): string {
  return text.replaceAll(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[^\n]*$/gm, '');
}
