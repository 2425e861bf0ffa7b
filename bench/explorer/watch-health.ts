/** A thread that asks an address again and again, and notes how long the longest answer took, in milliseconds. */
import { workerData } from 'node:worker_threads';
import { setTimeout as pause } from 'node:timers/promises';

const { longest, url } = workerData as { longest: Float64Array; url: string };
for (;;) {
  const from = performance.now();
  // The service ends with the connection before this thread does.
  const isThere = await fetch(url).then(
    async (answer) => answer.text(),
    () => undefined,
  );
  if (isThere === undefined) break;
  longest[0] = Math.max(longest[0] ?? 0, performance.now() - from);
  await pause(10);
}
