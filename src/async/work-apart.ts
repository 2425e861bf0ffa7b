import { createTurns } from './take-turns.ts';
import { mostDeaths, suspectMs, type WorkMarks } from './work-marks.ts';

/** Work that was under way when a process died. */
export interface Suspect {
  /** It is to be begun once more after the pause. */
  putOff(pauseMs: number, deaths: number): void;
  /** The process died of it too often. @throws when it cannot be put aside now */
  putAside(deaths: number): Promise<void>;
}

export type WorkApart = (key: string, work: () => Promise<void>, suspect: Suspect) => Promise<void>;

/**
 * Works with a mark for as long as the work lasts. What was in work when the process died is put off once, until all
 * else was taken, and then done with no other suspect beside it; after some such deaths it is put aside.
 */
export function createWorkApart(marks: WorkMarks): WorkApart {
  const alone = createTurns();
  const putOff = new Set<string>();
  const marked = async (key: string, work: () => Promise<void>): Promise<void> => {
    marks.begin(key);
    try {
      await work();
    } finally {
      marks.end(key);
    }
  };
  return async (key, work, suspect) => {
    const deaths = marks.deathsOf(key);
    if (deaths === 0) return marked(key, work);
    if (deaths >= mostDeaths) {
      await suspect.putAside(deaths);
      putOff.delete(key);
      marks.putAside(key);
      return;
    }
    if (!putOff.has(key)) {
      putOff.add(key);
      suspect.putOff(deaths * suspectMs, deaths);
      return;
    }
    await alone('', () => marked(key, work));
  };
}
