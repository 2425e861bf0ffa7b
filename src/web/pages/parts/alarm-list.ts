/// <reference lib="dom" />
import type { Gate } from '../../api/answers.ts';
import { describeAlarm } from '../../../report/gate/render-gate.ts';
import { makeElement } from '../../../report/page/make-element.ts';
import { makePlain } from '../../../report/plain-text.ts';

/** Faults of the gate itself, and the remedy. */
export function listAlarms(alarms: Gate['alarms']): HTMLElement[] {
  return alarms.map((alarm) => {
    const { remedy, what } = describeAlarm(alarm);
    return makeElement(
      'li',
      {},
      makeElement('b', {}, makePlain(what)),
      makeElement('span', { class: 'quiet' }, makePlain(remedy)),
    );
  });
}
