import type { BlockCount, Blocks, Spot } from '../contract/execution.ts';
import { type ChangedLines, mapLine } from './changed-lines.ts';

/** What one execution counted. */
export class RunOfBlocks {
  /** One for each place, as the first thread has it. */
  readonly blocks: readonly BlockCount[];
  /** By file, the blocks by their place. */
  readonly #threads: readonly ReadonlyMap<string, ReadonlyMap<string, BlockCount>>[];
  readonly #byPath: ReadonlyMap<string, readonly BlockCount[]>;
  /** By where it was looked for. */
  readonly #busiest = new Map<string, BlockCount | undefined>();

  /** @param change to have the blocks in the lines of the other side */
  constructor(threads: Blocks['threads'], change?: ChangedLines) {
    const moved =
      change === undefined
        ? threads
        : threads.map((blocks) => blocks.map((block) => moveBlock(block, change)));
    this.#threads = moved.map((blocks) => {
      const files = new Map<string, Map<string, BlockCount>>();
      for (const block of blocks) {
        const file = files.get(block.path) ?? new Map<string, BlockCount>();
        files.set(block.path, file);
        const other = file.get(keyOf(block));
        if (other === undefined || other.count < block.count) file.set(keyOf(block), block);
      }
      return files;
    });
    const all = new Map(moved.flat().map((block) => [keyOf(block), block]));
    this.blocks = [...all.values()];
    this.#byPath = Map.groupBy(this.blocks, ({ path }) => path);
  }

  has(path: string): boolean {
    return this.#threads.some((files) => files.has(path));
  }

  /** How often it ran, in all threads. V8 does not list a block that runs as often as what is around it. */
  count(block: BlockCount): number {
    return this.#threads.reduce((sum, files) => {
      const file = files.get(block.path);
      const own = file?.get(keyOf(block));
      const seen = own ?? (block.kind === 'block' ? findAround(file, block) : undefined);
      return sum + (seen?.count ?? 0);
    }, 0);
  }

  /** A block that runs more often than what is around it, in one thread, is the body of a loop. */
  isLoop(block: BlockCount): boolean {
    if (block.kind !== 'block') return block.kind === 'loop';
    return this.#threads.some((files) => {
      const file = files.get(block.path);
      const count = file?.get(keyOf(block))?.count ?? 0;
      return count > (findAround(file, block)?.count ?? count);
    });
  }

  findFunction({ path, start }: BlockCount): BlockCount | undefined {
    const ofFile = this.#byPath.get(path) ?? [];
    return findInnermost(
      ofFile.filter(({ kind }) => kind === 'function'),
      start,
    );
  }

  /**
   * What a block of the other side was here: the block itself if its line is unchanged, else the same function, or the
   * only block of its kind in its line, or what ran most where it stands.
   */
  findOrigin(block: BlockCount, change: ChangedLines): { block: BlockCount; busiestIn?: string } {
    const { kind, name, path, start } = block;
    const { line } = start;
    if (!isWritten(change, path, line)) return { block };
    const ofFile = this.#byPath.get(path) ?? [];
    const named = ofFile.filter((one) => one.kind === 'function' && one.name === name);
    const isNamed = name !== '' && named.length === 1;
    const alike =
      kind === 'function' && name !== ''
        ? named
        : ofFile.filter((one) => {
            return one.kind === kind && one.name === name && one.start.line === line;
          });
    const [first] = alike;
    if (alike.length === 1 && first !== undefined) return { block: first };
    const near = isNamed ? ofFile.filter((one) => one.name === name) : ofFile;
    const all = near.length > 0 ? near : this.blocks;
    const where = isNamed ? name : near.length > 0 ? path : 'the files of this repository';
    return { block: this.#findBusiest(`${path} ${where}`, all) ?? block, busiestIn: where };
  }

  #findBusiest(where: string, blocks: readonly BlockCount[]): BlockCount | undefined {
    if (!this.#busiest.has(where)) {
      const counts = blocks.map((block) => ({ block, count: this.count(block) }));
      counts.sort((a, b) => b.count - a.count);
      this.#busiest.set(where, counts[0]?.block);
    }
    return this.#busiest.get(where);
  }
}

/** Lines beside those that were removed are as they were. */
function isWritten({ files }: ChangedLines, path: string, line: number): boolean {
  return (files.get(path) ?? []).some(
    ({ after }) => line >= after.line && line < after.line + after.count,
  );
}

/** The innermost that a block stands in. */
function findAround(
  file: ReadonlyMap<string, BlockCount> | undefined,
  inner: BlockCount,
): BlockCount | undefined {
  const { column, line } = inner.start;
  const isOther = ({ kind, start }: BlockCount): boolean =>
    start.line !== line || start.column !== column || kind !== inner.kind;
  return findInnermost([...(file?.values() ?? [])].filter(isOther), inner.start);
}

function findInnermost(blocks: readonly BlockCount[], at: Spot): BlockCount | undefined {
  const around = blocks.filter(
    (one) => compareSpots(one.start, at) <= 0 && compareSpots(one.end, at) > 0,
  );
  return around.toSorted((a, b) => compareSpots(b.start, a.start) || compareSpots(a.end, b.end))[0];
}

export function keyOf({ kind, path, start }: BlockCount): string {
  return `${kind} ${start.line}:${start.column} ${path}`;
}

export function compareSpots(a: Spot, b: Spot): number {
  return a.line - b.line || a.column - b.column;
}

function moveBlock(block: BlockCount, change: ChangedLines): BlockCount {
  const move = ({ column, line }: Spot): Spot => ({
    line: mapLine(change, block.path, line),
    column,
  });
  return { ...block, start: move(block.start), end: move(block.end) };
}
