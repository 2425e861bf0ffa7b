import { lanes } from './limits.js';
import { PathSet } from './path-set.js';

/**
 * Works through paths in a few lanes at the same time. Each lane owns a share of them, takes up to
 * `count` at a time and waits for `work(paths)` before it takes more: that is the back-pressure.
 */
export async function runLanes(paths, count, work) {
  const pending = new PathSet();
  for (const path of paths) pending.add(path);
  const share = Math.ceil(pending.size / lanes);
  const shares = [];
  while (pending.size > 0) {
    const lane = new PathSet();
    for (const path of pending.take(share)) lane.add(path);
    shares.push(lane);
  }
  await Promise.all(
    shares.map(async (lane) => {
      while (lane.size > 0) await work(lane.take(count));
    }),
  );
}
