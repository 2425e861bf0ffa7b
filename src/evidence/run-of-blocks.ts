import type { BlockCount, Blocks, Spot } from '../contract/execution.ts';
import { type ChangedLines, mapLine } from './changed-lines.ts';

/** What one execution counted. */
export class RunOfBlocks {
  /** One for each place, as the first thread has it. */
  readonly blocks: readonly BlockCount[];
  /** By file, the blocks by their place. */
  readonly #threads: readonly ReadonlyMap<string, FileOfBlocks>[];
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
      const files = Map.groupBy(blocks, ({ path }) => path);
      return new Map([...files].map(([path, own]) => [path, new FileOfBlocks(own)]));
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
      const own = file?.get(block);
      const seen = own ?? (block.kind === 'block' ? file?.findAround(block) : undefined);
      return sum + (seen?.count ?? 0);
    }, 0);
  }

  /** A block that runs more often than what is around it, in one thread, is the body of a loop. */
  isLoop(block: BlockCount): boolean {
    if (block.kind !== 'block') return block.kind === 'loop';
    return this.#threads.some((files) => {
      const file = files.get(block.path);
      const count = file?.get(block)?.count ?? 0;
      return count > (file?.findAround(block)?.count ?? count);
    });
  }

  findFunction({ path, start }: BlockCount): BlockCount | undefined {
    const ofFile = this.#byPath.get(path) ?? [];
    const functions = ofFile.filter(({ kind }) => kind === 'function');
    return new FileOfBlocks(functions).find(start);
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

interface Nested {
  block: BlockCount;
  /** What it stands in, or may: the last before it that had not ended where it begins. */
  outer?: Nested;
}

/** Blocks of one file, sorted once: a thread may lack tens of thousands that another has. */
class FileOfBlocks {
  readonly #byKey = new Map<string, BlockCount>();
  #sorted: Nested[] | undefined;

  constructor(blocks: readonly BlockCount[]) {
    for (const block of blocks) {
      const key = keyOf(block);
      const other = this.#byKey.get(key);
      if (other === undefined || other.count < block.count) this.#byKey.set(key, block);
    }
  }

  get(block: BlockCount): BlockCount | undefined {
    return this.#byKey.get(keyOf(block));
  }

  /** The innermost other one that a block stands in. */
  findAround({ kind, start }: BlockCount): BlockCount | undefined {
    const isOther = (one: BlockCount): boolean =>
      one.kind !== kind || compareSpots(one.start, start) !== 0;
    return this.find(start, isOther);
  }

  /** The innermost around a place. */
  find(at: Spot, isWanted: (block: BlockCount) => boolean = () => true): BlockCount | undefined {
    const sorted = (this.#sorted ??= nest([...this.#byKey.values()]));
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const begins = sorted[middle]?.block.start ?? at;
      if (compareSpots(begins, at) <= 0) low = middle + 1;
      else high = middle;
    }
    let one = sorted[low - 1];
    while (one && (compareSpots(one.block.end, at) <= 0 || !isWanted(one.block))) one = one.outer;
    return one?.block;
  }
}

function nest(blocks: readonly BlockCount[]): Nested[] {
  const open: Nested[] = [];
  return blocks
    .toSorted((a, b) => compareSpots(a.start, b.start) || compareSpots(b.end, a.end))
    .map((block) => {
      const hasEnded = ({ end }: BlockCount): boolean => compareSpots(end, block.start) <= 0;
      for (let last = open.at(-1); last && hasEnded(last.block); last = open.at(-1)) open.pop();
      const outer = open.at(-1);
      const nested = { block, ...(outer && { outer }) };
      open.push(nested);
      return nested;
    });
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
