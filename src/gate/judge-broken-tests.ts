import type { TestOutcome } from '../contract/documents.ts';
import type { History } from './collect-words.ts';
import { weighWords } from './weigh-words.ts';

export interface JudgedTest {
  name: string;
  fate: 'blocks' | 'awaits-confirmation' | 'cleared';
  said: { regressed: number; otherwise: number };
  /** How it is shown: as an attempt saw it that agrees with its fate. */
  standing: TestOutcome;
}

/** The tests that any attempt saw broken, by name. Nobody can accept a broken test: fix it or remove it. */
export function judgeBrokenTests(
  histories: ReadonlyMap<string, History<TestOutcome>>,
  needed: 1 | 2,
): JudgedTest[] {
  return [...histories].flatMap(([name, { measurements }]): JudgedTest[] => {
    const broken = measurements.filter(({ word }) => word === 'regressed');
    const passed = measurements.filter(({ word }) => word === 'otherwise');
    const newest = broken.at(-1);
    if (newest === undefined) return [];
    const said = { regressed: broken.length, otherwise: passed.length };
    const fate = weighWords(said, needed);
    const standing = (fate === 'cleared' ? passed.at(-1) : undefined) ?? newest;
    return [{ name, fate, said, standing: standing.value }];
  });
}
