import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const version = '0.8.0';
const program = `
import json, sys
from otava.analysis import compute_change_points
job = json.load(sys.stdin)
found = []
for values in job["series"]:
    points, _ = compute_change_points(values, max_pvalue=job["p"], min_magnitude=job["size"])
    found.append([int(point.index) for point in points])
print(json.dumps(found))
`;

let python: string | undefined;

/** The places that Apache Otava finds in each series. */
export function runOtava(
  series: readonly (readonly number[])[],
  { p, size }: { p: number; size: number },
): number[][] {
  python ??= install();
  const input = JSON.stringify({ series, p, size });
  const output = execFileSync(python, ['-c', program], { input, maxBuffer: 2 ** 28 });
  return JSON.parse(output.toString()) as number[][];
}

function install(): string {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-otava-'));
  process.on('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  execFileSync('python3', ['-m', 'venv', folder]);
  const own = join(folder, 'bin', 'python');
  if (!existsSync(own)) throw new Error(`python3 made no virtual environment in ${folder}`);
  execFileSync(own, ['-m', 'pip', 'install', '--quiet', `apache-otava==${version}`]);
  return own;
}
