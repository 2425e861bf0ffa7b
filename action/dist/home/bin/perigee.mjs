import { runShell } from '../sdk/shell.js';
process.exitCode = await runShell(process.argv.slice(2), process.env);
