/** Metric name to a number; what could not be read is not there. */
export type Readings = Partial<Record<string, number>>;

/**
 * The use between two readings of counters that only grow. A counter that is missing on one side, or that went back
 * because its process took it along, is absent.
 * @param lost is absent too
 */
export function subtractReadings(
  end: Readings,
  begin: Readings,
  lost: ReadonlySet<string>,
): Readings {
  const used: Readings = {};
  for (const [name, value] of Object.entries(end)) {
    const from = begin[name];
    if (value === undefined || from === undefined || lost.has(name)) continue;
    // Only this one may truly be negative: data written before was removed before it reached the disk.
    if (name === 'disk.write_bytes') used[name] = Math.max(0, value - from);
    else if (value >= from) used[name] = value - from;
  }
  return used;
}
