/// <reference lib="dom" />
import { countThings } from '../../../contract/count-things.ts';
import { addressOf } from '../../api/addresses.ts';
import type { Gate } from '../../api/answers.ts';
import { describeGate, describeNights } from '../../../report/gate/render-gate.ts';
import { makeElement, makeTable } from '../../../report/page/make-element.ts';
import { makePlain } from '../../../report/plain-text.ts';
import { listAlarms } from '../parts/alert-list.ts';
import { makeCommand, makeFacts, makeSection, makeSelect } from '../parts/elements.ts';
import { readAnswer, type Page, requireQuery } from '../visit.ts';

const spans = ['7', '30', '90', '365'] as const;

export const renderGate: Page = async (visit) => {
  const repository = requireQuery(visit, 'repository');
  const asked = visit.query.get('days');
  const days = spans.find((one) => one === asked) ?? '30';
  const { alarms, record } = await readAnswer<Gate>(
    addressOf.readGate(repository, { days }),
    visit.signal,
  );
  const title = makeElement('h1', {}, 'The record of the gate');
  if (record === undefined) {
    const none =
      'No bot keeps a record of this repository here. This shows what it did on your machine:';
    const content = [title, makeElement('p', {}, none), makeCommand('npx perigee gate')];
    return { repository, title: 'Gate', content };
  }
  const select = makeSelect(
    {
      id: 'days',
      label: 'In the last',
      value: days,
      options: spans.map((one) => [one, `${one} days`]),
    },
    (chosen) => visit.change({ days: chosen }),
  );
  const rows = describeGate({ record }).map(([name, text]) => [name, makePlain(text)] as const);
  const [columns, ...nights] = describeNights(record.nights);
  return {
    repository,
    title: 'Gate',
    content: [
      title,
      makeElement(
        'p',
        { class: 'headline' },
        alarms.length === 0
          ? 'How often it was right. Nothing is wrong with the gate itself.'
          : `How often it was right. ${countThings(alarms.length, 'alarm')} about the gate itself ${alarms.length === 1 ? 'stands' : 'stand'}. Such alarms say nothing of the code.`,
      ),
      makeElement('div', { class: 'fields' }, select),
      ...(alarms.length === 0
        ? []
        : [
            makeSection(
              'alarms',
              'Alarms about the gate',
              makeElement('ul', { class: 'plain' }, ...listAlarms(alarms)),
            ),
          ]),
      makeSection('record', 'What it did', makeFacts(rows)),
      ...(columns === undefined
        ? []
        : [
            makeSection(
              'controls',
              'Positive controls',
              makeTable('Newest first', columns, nights),
            ),
          ]),
    ],
  };
};
