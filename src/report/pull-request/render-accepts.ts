import { formatDay } from '../../contract/format-time.ts';
import { countThings, andMore } from '../../contract/count-things.ts';
import { onPlatform } from '../../contract/platforms.ts';
import { formatChange } from '../../contract/units.ts';
import { type Block, fold, type Inline, join, list, paragraph } from '../blocks.ts';
import { cutPlain } from '../plain-text.ts';
import { nameOf } from '../series-table.ts';
import { nameSlice } from '../series-words.ts';
import type { ViewAccept } from './view.ts';

/** More than these are folded. */
const mostOpen = 5;
const mostSeries = 3;
const mostAccepts = 100;

/** The accepts: by whom, of which regression, why, and until when. */
export function renderAccepts(accepts: readonly ViewAccept[]): Block[] {
  const items = list(accepts.map(formatAccept), 'accepts', mostAccepts);
  if (accepts.length > mostOpen) {
    return fold(`Accepted by people (${countThings(accepts.length, 'accept')})`, items);
  }
  return items.length === 0 ? [] : [...paragraph({ bold: 'Accepted regressions:' }), ...items];
}

/** `A7 by mona on 2026-11-20, until 2026-12-01: latency +23.4% of upload › send. Because: …` */
export function formatAccept({ id, by, because, at, until, series }: ViewAccept): Inline[] {
  const end = until === undefined ? '' : `, until ${cutPlain(until, 20)}`;
  const shown = series.slice(0, mostSeries).map(({ metric, change, ...span }): Inline[] => {
    const size = change === undefined ? '' : ` ${formatChange(change)}`;
    return [
      nameOf({ metric }),
      `${size} of `,
      { code: nameSlice(span) },
      onPlatform(span.platform),
    ];
  });
  const left = series.length - shown.length;
  const more = andMore(left, 'series');
  return [
    { bold: cutPlain(id, 40) },
    ' by ',
    { code: cutPlain(by, 60) },
    ` on ${formatDay(at)}${end}: `,
    ...join(shown, ', '),
    `${more}. Because: ${cutPlain(because, 500)}`,
  ];
}
