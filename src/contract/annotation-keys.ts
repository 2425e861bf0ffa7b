/** Keys that series carry themselves; an annotation of such a name would shadow them in a store. */
export const reservedAnnotationKeys: ReadonlySet<string> = new Set([
  'suite',
  'test',
  'span',
  'metric',
  'platform',
  'side',
  'repeat',
  'build',
  'commit',
  'branch',
  'time',
]);
