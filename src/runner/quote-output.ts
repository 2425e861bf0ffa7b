import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { attempt } from '../contract/attempt.ts';
import type { Outcome } from '../contract/documents.ts';

const lastLines = 8;
const longestLine = 160;
const bytesRead = 16 * 1024;
/** Beside the other lines of an end, or of a setup. */
export const mostFaults = 3;

/** `failed (exit code 1)`, `could not be started ("go" was not found …)`. */
export function formatFailedOutcome({ status, exitCode, signal, message }: Outcome): string {
  const facts = [
    ...(exitCode === undefined ? [] : [`exit code ${exitCode}`]),
    ...(signal === undefined ? [] : [signal]),
    ...(message === undefined ? [] : [message.slice(0, 500)]),
  ];
  const suffix = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
  if (status === 'timed-out') return `timed out${suffix}`;
  return status === 'not-started' ? `could not be started${suffix}` : `failed${suffix}`;
}

/**
 * The end of what an execution wrote, one line each, with the lines that say what went wrong at its top where the end
 * does not hold them; and the place of its log, seen from the root of the
 * repository: to stand behind the sentence of a problem, which forms show line by line.
 * @param log relative to the run's folder
 * @param secrets that reports must not show: they are masked in logs of a CI alone
 */
export async function quoteOutput(
  runDirectory: string,
  id: string,
  log: string,
  secrets: readonly string[],
): Promise<string> {
  const all = await readEndLines(join(runDirectory, log), secrets);
  const lines = all.filter((line) => line.trim() !== '').slice(-lastLines);
  if (lines.length === 0) return '; it wrote nothing';
  // Node writes what went wrong first and then the stack, npm its help, cargo how many errors there were: that may be
  // all that the end holds.
  if (!lines.some((line) => isFault(line) || thrown.test(line))) {
    const faults = [...new Set(all.filter(isFault))].slice(0, mostFaults);
    const error = lines.some(isError) ? [] : all.filter(isError).slice(-1);
    const missing = faults.length > 0 ? faults : error;
    lines.splice(0, Math.max(0, lines.length + missing.length - lastLines), ...missing);
  }
  return ['', ...lines, `log: ${placeOfLog(id, log)}`].join('\n');
}

/** Seen from the root of the repository. */
export const placeOfLog = (id: string, log: string): string =>
  ['.perigee', 'runs', id, log].join('/');

/** The last line that says what went wrong, or the last one: to stand in a sentence. */
export async function quoteEnd(logFile: string, secrets: readonly string[]): Promise<string> {
  const lines = (await readEndLines(logFile, secrets)).filter((line) => line.trim() !== '');
  const line = lines.findLast(isError) ?? lines.at(-1);
  return line === undefined ? 'it wrote nothing' : `it wrote: ${line.trim()}`;
}

/** As the exceptions of most languages are written. */
const thrown = /^\s*(\w*Error\b|Uncaught\b)/;

/** Whether a line of an output looks like the one that says what went wrong. */
export function isError(line: string): boolean {
  return (
    isFault(line) ||
    (!npmAround.test(line) && /^\s*(\w*Error\b|Uncaught\b|.*\berror\b.*:)/i.test(line))
  );
}

/**
 * Whether a line names what is wrong, as installers and compilers write it: npm, pnpm, Yarn of old and of now, Go, pip,
 * uv (the reason stands below its `error:`) and Poetry, cargo.
 */
export function isFault(line: string): boolean {
  return (
    /^\s*ERR_PNPM_|^error (?!Command failed)[A-Z]|^➤ YN00(01|09|18|28|35|41|82): │ (?![-+ ])/.test(
      line,
    ) ||
    /^\s*(× No solution|╰─▶|cause:) |, version solving failed\.$|significantly since poetry\.lock/.test(
      line,
    ) ||
    /^npm (error|ERR!) (Missing: |Invalid: |notarget No |ERESOLVE\b|Found: |peer )/.test(line) ||
    (/^go: /.test(line) && faultOfGo.test(line)) ||
    /missing go\.sum entry/.test(line) ||
    /^(ERROR|error(\[E\d+\])?): (?!could not compile)/.test(line)
  );
}

/** Go begins with the same word what it does: what it downloads, adds, or switches to. */
const faultOfGo =
  /\b(cannot|disabled|errors?|inconsistent|invalid|malformed|missing|no required module|not found|reading|running go|unknown|updates to go\.mod|verifying)\b/i;

/** What npm writes before and after the reason: a code, a path, how to use it, its log. */
export const npmAround =
  /^npm (error|ERR!)(\s*$| (code|errno|syscall|path|dest|signal|A compl|For a full|While|Could not resolve dep|Usage|Options))/;

/** The last lines of a log, each cut to a length that can be shown. A link leads to what is no log. */
export async function readEndLines(path: string, secrets: readonly string[]): Promise<string[]> {
  const text = await readEnd(path).catch(() => '');
  // Before it is cut: a part of a secret would not be found.
  const lines = text.split(/\r?\n/).map(unwrapEvent).join('\n');
  const plain = maskSecrets(stripVTControlCharacters(lines), secrets);
  return plain.split('\n').map((line) => line.slice(0, longestLine).toWellFormed());
}

/** A line of `go test -json` is an event: of one that holds output this is the line, and the others say nothing more. */
function unwrapEvent(line: string): string {
  if (!/^\{"(?:Time|Action|ImportPath)":/.test(line)) return line;
  // The first line that is read may be the end of one.
  return attempt(() => {
    const event = JSON.parse(line) as { Action?: unknown; Output?: unknown };
    if (typeof event.Action !== 'string') return line;
    return typeof event.Output === 'string' ? event.Output.trimEnd() : '';
  }, line);
}

async function readEnd(path: string): Promise<string> {
  const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
  await using file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  const { size } = await file.stat();
  const buffer = Buffer.alloc(Math.min(size, bytesRead));
  await file.read(buffer, 0, buffer.length, size - buffer.length);
  return buffer.toString('utf8');
}

/** Shorter values are words like `true`, and to mask them would hide what the output says. */
const shortestSecret = 6;

/** Values of variables whose names say that they are secret, the longest first; of several lines each by itself. */
export function listSecrets(environment: Readonly<Record<string, string | undefined>>): string[] {
  const secrets = Object.entries(environment).flatMap(([name, value = '']) =>
    namesOfSecrets.test(name) ? value.split(/\r?\n/).map((line) => line.trim()) : [],
  );
  return [...new Set(secrets)]
    .filter(({ length }) => length >= shortestSecret)
    .sort((a, b) => b.length - a.length);
}

const namesOfSecrets =
  /TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|PRIVATE|(^|_)(PAT|AUTH|KEY|APIKEY|DSN)(_|$)/i;

function maskSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((masked, secret) => masked.replaceAll(secret, '***'), text);
}
