/** No clock is so coarse. */
const frozenNs = 50e6;
/** A test may have a coarser clock than Perigee, of whole milliseconds, and another rate. */
const tolerance = { ns: 2e6, share: 0.01 };

/** A busy host can only delay messages: what lies between them is never shorter than the latency. */
export function refuseLatency(latencyNs: number, observedNs: number): string | undefined {
  if (latencyNs === 0 && observedNs > frozenNs) {
    return `the test says that it took no time, and ${(observedNs / 1e6).toFixed(1)} ms passed: its clock stands still, so something fakes it`;
  }
  if (latencyNs <= observedNs * (1 + tolerance.share) + tolerance.ns) return undefined;
  const [said, passed] = [latencyNs, observedNs].map((ns) => (ns / 1e6).toFixed(1));
  return `the test says that it took ${said} ms, and ${passed} ms passed between its begin and its end: its clock is not that of this machine: something fakes it`;
}
