import type { Observation, Touch } from '../../contract/observation.ts';

/** What several executions of one test have read together. */
export function uniteObservations(all: readonly Observation[]): Observation {
  const touched = new Map<string, Touch>();
  for (const one of all) {
    for (const [path, touch] of one.touched) {
      if (touch === 'read' || !touched.has(path)) touched.set(path, touch);
    }
  }
  const [first, ...others] = all.map(({ made }) => made);
  return {
    means: [...new Set(all.flatMap(({ means }) => means))],
    touched,
    made: new Set([...(first ?? [])].filter((path) => others.every((made) => made.has(path)))),
    seesQuestions: all.every(({ seesQuestions }) => seesQuestions),
    doubts: [...new Set(all.flatMap(({ doubts }) => doubts))],
  };
}
