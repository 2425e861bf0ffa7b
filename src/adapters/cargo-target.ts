/** `Running benches/sort.rs (target/release/deps/sort-0123456789abcdef)` → sort: what cargo runs from here on. */
export function readTarget(line: string): string | undefined {
  return /^ +Running (?:.*[(/\\])?(\S+?)-[0-9a-f]{16}(?:\.exe)?(?:`|\)|$)/.exec(line)?.[1];
}

/** The names in a target are unique, not those of a whole `cargo bench`. */
export function nameInTarget(target: string | undefined, name: string): string {
  return target === undefined ? name : `${target} > ${name}`;
}
