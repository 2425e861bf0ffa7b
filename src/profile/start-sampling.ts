const firstMs = 3;
const longestMs = 50;

/**
 * Calls `sample` soon after the start, then twice as late each time until it is twenty times a second:
 * a short test is seen too, and a long one pays for four samples more.
 * @returns stops it
 */
export function startSampling(sample: () => void): () => void {
  let timer: NodeJS.Timeout;
  let delayMs = firstMs;
  const next = () => {
    sample();
    delayMs = Math.min(longestMs, delayMs * 2);
    timer = setTimeout(next, delayMs);
  };
  timer = setTimeout(next, delayMs);
  return () => clearTimeout(timer);
}
