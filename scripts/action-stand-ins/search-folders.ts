/** What the archiver would search folders with. The action names the files that it uploads. */
function refuse(): never {
  throw new Error('artifacts hold the files that src/transport/artifacts/pack-artifact.ts names');
}

export { refuse as default };
