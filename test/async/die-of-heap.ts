/** Works on what its arguments name, at once, and runs out of heap over what is called `bad`. */
import { openWorkMarks } from '../../src/async/work-marks.ts';

const [folder = '', ...keys] = process.argv.slice(2);
const marks = openWorkMarks(folder, Date.now);
const deaths = keys.map((key) => `${key} ${marks.deathsOf(key)}`);
process.stdout.write(`${deaths.join('\n')}\n`);
for (const key of keys) marks.begin(key);
if (keys.includes('good')) marks.end('good');
const kept: object[] = [];
while (keys.includes('bad')) kept.push({ more: [kept.length] });
marks.close();
