import { seriesKey } from '../../contract/series-key.ts';
import { showCut } from './paragraphs.ts';
import type { SortedJudgement } from './sort-judgement.ts';
import type { ViewJudgement } from './view.ts';

const mostOutgrown = 5;

/** How often it was said, and by how many runners; and which accepts do not cover it any more. */
export function tellConfirmation(
  { fates, attempts, unconfirmed }: ViewJudgement,
  { blocking }: SortedJudgement,
): string[] {
  const sentences: string[] = [];
  const said = blocking.flatMap((series) => fates.get(seriesKey(series))?.said ?? []);
  const contradicted = said.filter(({ otherwise }) => otherwise > 0).length;
  if (unconfirmed !== undefined) {
    const who =
      contradicted > 0
        ? 'One runner says so, another one does not, and it takes one more to clear it'
        : 'Measured by one runner only';
    sentences.push(`${who}: ${endSentence(showCut(unconfirmed))}`);
  } else if (attempts > 1) {
    const least = Math.min(...said.map(({ regressed }) => regressed));
    if (said.length > 0 && least > 1) {
      const runs = least === 2 ? 'Two runs say' : `At least ${least} runs say`;
      sentences.push(`${runs} so, each on a fresh runner.`);
    }
    if (contradicted > 0) {
      const all = contradicted === blocking.length;
      const of = all ? '' : ` of ${contradicted.toLocaleString('en-US')} of them`;
      const isTie = said.some(({ otherwise, regressed }) => otherwise >= regressed);
      sentences.push(
        isTie
          ? `As many runs said otherwise${of}: it takes one more to clear it.`
          : `Another run said otherwise${of}, and was outvoted.`,
      );
    }
  }
  const outgrown = new Set(
    blocking.flatMap((series) => fates.get(seriesKey(series))?.outgrownAcceptId ?? []),
  );
  for (const id of [...outgrown].slice(0, mostOutgrown)) {
    sentences.push(`What ${showCut(id, 40)} accepted was less than this: it does not cover it.`);
  }
  return sentences.length === 0 ? [] : [sentences.join(' ')];
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
