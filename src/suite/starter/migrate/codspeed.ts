import { resultsFile, type StarterTest } from '../findings.ts';
import { drop, type FormerTool, keep, miss, runScript } from './migration.ts';

/** What its plugins of other tools become: the command without the plugin, and where the numbers are. */
const plugins: readonly {
  sign: RegExp;
  replace: string;
  format: string;
  file?: string;
  setup?: string[];
}[] = [
  {
    sign: /\s--codspeed\b/,
    replace: ` --benchmark-only --benchmark-json=${resultsFile}`,
    format: 'pytest-benchmark',
    file: resultsFile,
    setup: ['pip', 'install', '--quiet', 'pytest-benchmark'],
  },
  { sign: /\bcargo codspeed run\b/, replace: 'cargo bench', format: 'auto' },
  {
    sign: /\bvitest\b(.*)\bbench\b( --run\b)?/,
    replace: `vitest$1bench --run --outputJson ${resultsFile}`,
    format: 'vitest',
    file: resultsFile,
  },
];

const others: Readonly<Record<string, string>> = {
  token: 'Perigee uploads nothing',
  'upload-url': 'Perigee uploads nothing',
  'runner-version': 'Perigee needs no other program',
  'cache-instruments': 'Perigee needs no other program',
  'instruments-cache-dir': 'Perigee needs no other program',
};

/** The action CodSpeedHQ/action. */
export const codspeed: FormerTool = {
  name: 'codspeed',
  isIn: ({ uses = '' }) => /^CodSpeedHQ\/action@/i.test(uses),
  prepares: ({ run = '' }) => {
    if (/\bcargo codspeed build\b/.test(run)) {
      const command = run.replace(/\bcargo codspeed build\b/, 'cargo bench --no-run');
      return { command, fate: keep('setup, by cargo bench --no-run') };
    }
    return /^\s*cargo (b?install|binstall) \S*cargo-codspeed\S*\s*$/.test(run)
      ? { fate: drop('Perigee needs no other program') }
      : undefined;
  },
  convert(step, earlier, { decide, file }) {
    const at = (key: string): string => `${step.pointer}/with/${key}`;
    decide(step.pointer, drop('Perigee measures'));
    for (const key of step.with.keys()) {
      const why = others[key];
      decide(at(key), why === undefined ? miss('Perigee has no such setting') : drop(why));
    }
    decide(at('mode'), miss('Perigee measures time, CPU, memory, disk and network as they are'));
    const run = step.with.get('run');
    if (run === undefined) {
      decide(`${step.pointer}/uses`, miss('its targets are in codspeed.yml: name each as a test'));
      return {};
    }
    const plugin = plugins.find(({ sign }) => sign.test(run));
    const { format = 'auto', file: output } = plugin ?? {};
    const script = plugin === undefined ? run : run.replace(plugin.sign, plugin.replace);
    decide(
      at('run'),
      keep(`the test, by ${script.trim().split('\n')[0] ?? ''}; format: ${format}`),
    );
    const directory = step.with.get('working-directory') ?? step.directory;
    if (directory !== undefined) decide(at('working-directory'), keep('directory'));
    const test: StarterTest = {
      name: run.trim().split('\n')[0]?.slice(0, 60) ?? 'bench',
      command: runScript(script),
      ...(directory === undefined ? {} : { directory }),
      because: `what the action of CodSpeed runs in ${file}`,
      results: { ...(output === undefined ? {} : { file: output }), format },
      isTimed: true,
    };
    if (plugin?.setup === undefined) return { test };
    // An environment of uv has no pip.
    const isOfUv = [...earlier.map((one) => one.run ?? ''), run].some((one) =>
      /\buv (sync|run)\b/.test(one),
    );
    return { test, setup: [isOfUv ? ['uv', ...plugin.setup] : plugin.setup] };
  },
};
