// Makes `import 'perigee'` find the Perigee that runs the suite. Outside of it, `npm install perigee`.
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = process.env.PERIGEE_HOME;
const link = fileURLToPath(new URL('../node_modules/perigee', import.meta.url));

if (home !== undefined) {
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { recursive: true, force: true });
  symlinkSync(home, link, 'dir');
}
