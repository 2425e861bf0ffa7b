import type { GateEntry } from '../../contract/documents.ts';
import type { GateAnswer } from '../../contract/gate-record.ts';
import { findAlarms } from '../alarms/find-alarms.ts';
import { describeRecord, type RecordFacts } from './describe-record.ts';

/** The rules of alarms look further back than a record is asked for: a control is missed for 60 days. */
export const alarmDays = 90;

/**
 * The record of a gate, and its alarms.
 * @param entries each run once; at least those of the last `alarmDays` and of `facts.days`
 */
export function answerGate(entries: readonly GateEntry[], facts: RecordFacts): GateAnswer {
  return { record: describeRecord(entries, facts), alarms: findAlarms(entries, facts.nowMs) };
}
