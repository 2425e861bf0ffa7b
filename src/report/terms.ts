/** The words of a report that mean something special, each with its explanation. */
import { type Block, type Inline, type Item, list, section } from './blocks.ts';

const terms = {
  series:
    'one metric of one span of one test, such as the latency of one upload. Each is judged by itself.',
  change:
    'how much higher or lower the value is after than before. In brackets: where the true change probably lies. Near the limit the reason of a series says what is likelier than the measured size, which is probably too large.',
  allowed:
    'how much worse a series may get, by its line in perigee.yml of the base. More than that blocks, unless the rule only warns or is muted.',
  'would have shown':
    'a regression of this size is found by four of five such runs; a smaller one may be missed. It is at least what is allowed: how far it lies above that says how precise the runs are.',
  undecided:
    'the runs point past what is allowed, and that may be chance; or there was too little to compare.',
} as const;

export type Term = keyof typeof terms;

/** The word as a link to its explanation, which every page of a verdict has. @param page elsewhere, where it is known */
export function linkTerm(term: Term, page = '', word: string = term): Inline {
  return { link: word, url: `${page}#${idOf(term)}` };
}

export function explainTerms(): Block[] {
  const items = Object.entries(terms).map(([term, text]): Item => {
    return { text: [{ bold: term }, `: ${text}`], id: idOf(term) };
  });
  return section('What the words mean', list(items, 'words'));
}

function idOf(term: string): string {
  return term.replaceAll(' ', '-');
}
