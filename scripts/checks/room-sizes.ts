/** `npx node scripts/checks/room-sizes.ts` prints the table of docs/architecture.md with the sizes of today. */
import { countLines } from './file-sizes.ts';
import { listTrackedFiles, readTracked } from './tracked-files.ts';

const page = 'docs/architecture.md';
const room =
  /^(src\/[^/]+|(?:bot|action|buildkite-plugin)\/src|sdk|test|scripts|bench|schemas)(?=\/)/;
const row = /^\| `([^`]+)` +\| +([\d,]+) +\|$/gm;
const remedy =
  `Delete code, or state the new size in the table of ${page}:\n` +
  '`npx node scripts/checks/room-sizes.ts` prints that table.';

/** Room → lines of its files. */
type Sizes = ReadonlyMap<string, number>;

export function checkRoomSizes(): string {
  return judgeRooms(measureRooms(), readTable(readTracked(page)));
}

/**
 * @param stated what the table says
 * @returns all lines, in words
 * @throws Error naming each room that is more than a tenth above its row, and each without a row or a folder
 */
export function judgeRooms(measured: Sizes, stated: Sizes): string {
  const faults = [...new Set([...measured.keys(), ...stated.keys()])].flatMap((name) => {
    const [lines, before] = [measured.get(name), stated.get(name)];
    if (lines === undefined) return [`${name} has a row and no file`];
    if (before === undefined) return [`${name} has ${show(lines)} lines and no row`];
    if (lines <= before * 1.1) return [];
    return [
      `${name} has ${show(lines)} lines, more than a tenth above the ${show(before)} of its row`,
    ];
  });
  if (faults.length > 0) throw new Error(`${faults.join('\n')}\n${remedy}`);
  const sum = [...measured.values()].reduce((total, lines) => total + lines, 0);
  return `${measured.size} rooms, ${show(sum)} lines`;
}

export function readTable(text: string): Sizes {
  return new Map(
    [...text.matchAll(row)].map(([, name = '', lines = '']) => {
      return [name, Number(lines.replaceAll(',', ''))];
    }),
  );
}

export function renderTable(sizes: Sizes): string {
  const left = Math.max(...[...sizes.keys()].map((name) => name.length)) + 2;
  const right = Math.max(...[...sizes.values()].map((lines) => show(lines).length));
  const line = (name: string, lines: string): string =>
    `| ${name.padEnd(left)} | ${lines.padStart(right)} |\n`;
  const rows = [...sizes].map(([name, lines]) => line(`\`${name}\``, show(lines)));
  const rule = `| ${'-'.repeat(left)} | ${'-'.repeat(right - 1)}: |\n`;
  return line('room', 'lines') + rule + rows.join('');
}

/** What git ignores, such as the types made from schemas, does not count. */
function measureRooms(): Sizes {
  const sizes = new Map<string, number>();
  for (const file of listTrackedFiles()) {
    const [name] = room.exec(file) ?? [];
    if (name === undefined) continue;
    sizes.set(name, (sizes.get(name) ?? 0) + countLines(readTracked(file)));
  }
  return sizes;
}

function show(count: number): string {
  return count.toLocaleString('en-US');
}

if (import.meta.main) process.stdout.write(renderTable(measureRooms()));
