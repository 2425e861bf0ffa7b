import type { Observation, Touch } from '../../contract/observation.ts';

/** Joins the reads of several executions of one test. */
export function uniteObservations(all: readonly Observation[]): Observation {
  const touched = new Map<string, Touch>();
  const made = new Set<string>();
  for (const one of all) {
    // A file that the first run makes before it uses it is the test's own in all later ones.
    for (const path of one.made) if (!touched.has(path)) made.add(path);
    for (const [path, touch] of one.touched) {
      if (touch === 'read' || !touched.has(path)) touched.set(path, touch);
    }
  }
  const listed = all.map((one) => one.listed);
  return {
    means: [...new Set(all.flatMap(({ means }) => means))],
    touched,
    made,
    created: new Set(all.flatMap(({ created }) => [...created])),
    ...(listed.includes(undefined)
      ? {}
      : { listed: new Set(listed.flatMap((one) => [...(one ?? [])])) }),
    seesQuestions: all.every(({ seesQuestions }) => seesQuestions),
    doubts: [...new Set(all.flatMap(({ doubts }) => doubts))],
  };
}
