import { ApiProblem } from './api-problem.ts';

/** The client of a request went away: there is no one left to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

export interface Line {
  /**
   * Resolves when a request has its place, which it keeps until `gone` is aborted.
   * @param name of its reader; readers without one share no limit
   * @throws ApiProblem where too many wait; the reason of `gone` where that comes first
   */
  enter(this: void, name: string | undefined, gone: AbortSignal): Promise<void>;
}

export interface LineLimits {
  places: number;
  /** Places that one reader takes. */
  ofReader: number;
  /** Requests of one reader that wait for one of these. */
  behind: number;
}

interface Lane {
  inside: number;
  /** Each takes over a place. */
  behind: (() => void)[];
}

/** Shares the places before the process among readers, so that one who asks a lot waits for their own answers alone. */
export function openLine({ behind, ofReader, places }: LineLimits): Line {
  const lanes = new Map<string, Lane>();
  let taken = 0;
  return {
    enter: (name, gone) =>
      new Promise((resolve, reject) => {
        gone.throwIfAborted();
        const lane: Lane = lanes.get(name ?? '') ?? { inside: 0, behind: [] };
        const isFull = name !== undefined && lane.inside >= ofReader;
        if (isFull && lane.behind.length >= behind) {
          throw new ApiProblem(
            429,
            'Too many of your requests wait already. Ask for less at once.',
          );
        }
        if (!isFull && taken >= places) {
          throw new ApiProblem(503, 'Too many requests wait already. Try again in a minute.');
        }
        let isInside = !isFull;
        const step = (): void => {
          isInside = true;
          resolve();
        };
        const leave = (): void => {
          const next = isInside ? lane.behind.shift() : undefined;
          if (next !== undefined) next();
          else if (isInside) {
            taken -= 1;
            lane.inside -= 1;
          } else lane.behind.splice(lane.behind.indexOf(step), 1);
          if (lane.inside === 0) lanes.delete(name ?? '');
          reject(gone.reason as Error);
        };
        gone.addEventListener('abort', leave, { once: true });
        if (isFull) {
          lane.behind.push(step);
          return;
        }
        taken += 1;
        lane.inside += 1;
        lanes.set(name ?? '', lane);
        resolve();
      }),
  };
}
