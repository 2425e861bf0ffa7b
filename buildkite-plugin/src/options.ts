import { modes } from '../../src/pipeline/job/take-steps.ts';
import { UserError } from '../../src/contract/user-error.ts';
import { type CommonRequest, readRequest } from '../../src/pipeline/job/read-request.ts';
import {
  readLine,
  readOneOf,
  readOptionalCount,
  readSwitch,
  type Setting,
} from '../../src/pipeline/job/read-setting.ts';
import { suggestName } from '../../src/suite/nearest-name.ts';
import { formatText, formatValue } from '../../src/suite/format-value.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export const moments = ['after', 'before'] as const;

/** The checked options of the pipeline. */
export interface Options extends CommonRequest {
  mode: (typeof modes)[number];
  /** When to measure, seen from the step's own command. */
  when: (typeof moments)[number];
  /** For a report: the step whose jobs measured. */
  step?: string;
  /** For a report: how many shards there have to be. */
  shards?: number;
  annotate: boolean;
  /** Holds the password for Kafka. Tests must not see it. */
  passwordVariable?: string;
}

export const optionNames = [
  ...['mode', 'config', 'when', 'base', 'repeats', 'expect', 'affected', 'build-cache'],
  'instructions',
  ...['isolation', 'fail-on', 'control-by', 'control-kind'],
  ...['step', 'shards', 'annotate', 'kafka'],
];
export const kafkaOptionNames = [
  ...['brokers', 'topic', 'client-id', 'tls', 'tls-authority', 'deadline-seconds'],
  ...['sasl-mechanism', 'sasl-username', 'sasl-password-variable'],
];

const source = 'BUILDKITE_PLUGIN_CONFIGURATION';

/**
 * @param environment the agent writes the options of this plugin as JSON into one variable; others are named by the
 *   folder of the plugin
 * @throws UserError that names the option, what was seen and what was expected
 */
export function readOptions(environment: Environment): Options {
  const given = environment[source];
  if (given === undefined) {
    throw new UserError({
      where: source,
      seen: 'it is not set, so the options of the plugin are unknown',
      expected: 'the options of the plugin, as an agent of Buildkite writes them',
      remedy:
        'let the agent start the plugin; a hook or `env -i` before it may have removed the variable',
    });
  }
  const options = readMap(parseJson(given), 'the options', optionNames);
  const kafka = readMap(options['kafka'], 'kafka', kafkaOptionNames);
  const option = (name: string): Setting => describe(`option ${name}`, options[name]);
  const kafkaOption = (name: string): Setting => describe(`option kafka.${name}`, kafka[name]);
  const mode = readOneOf(option('mode'), modes, 'run');
  refuseIdle(options, mode);
  if (isGiven(options['kafka']) && kafkaOption('brokers').text === '') {
    throw new UserError({
      where: 'plugin perigee, option kafka',
      seen: 'it names no brokers',
      expected: 'brokers: a list of host:port',
      remedy: 'name them, or remove kafka',
    });
  }
  const step = readLine(option('step'));
  const shards = readOptionalCount(option('shards'), 1, 256);
  const variable = readVariableName(kafkaOption('sasl-password-variable'));
  return {
    ...readRequest((name) => {
      if (name === 'kafka-sasl-password') {
        const where = `variable ${variable ?? ''}`;
        return { where, text: variable === undefined ? '' : (environment[variable] ?? '') };
      }
      // Some readers of YAML take a bare off for false.
      if ((name === 'isolation' || name === 'instructions') && options[name] === false)
        return describe(name, 'off');
      return name.startsWith('kafka-') ? kafkaOption(name.slice('kafka-'.length)) : option(name);
    }),
    mode,
    when: readOneOf(option('when'), moments, 'after'),
    ...(step === undefined ? {} : { step }),
    ...(shards === undefined ? {} : { shards }),
    annotate: readSwitch(option('annotate'), true),
    ...(variable === undefined ? {} : { passwordVariable: variable }),
  };
}

/** Options that one mode alone reads: in another they would look as if they did something. */
const readBy: Readonly<Record<string, readonly Options['mode'][]>> = {
  step: ['report'],
  shards: ['report'],
  base: ['run', 'report'],
  'control-by': ['control'],
  'control-kind': ['control'],
};

function refuseIdle(options: Readonly<Record<string, unknown>>, mode: Options['mode']): void {
  for (const [name, ofModes] of Object.entries(readBy)) {
    if (ofModes.includes(mode) || !isGiven(options[name])) continue;
    throw new UserError({
      where: `plugin perigee, option ${name}`,
      seen: `mode ${mode} does not read it`,
      expected: `it only with mode ${ofModes.join(' or ')}`,
      remedy:
        name === 'shards' ? 'remove it; parallelism of the step splits the suite' : 'remove it',
    });
  }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UserError({
      where: source,
      seen: 'this is not JSON',
      expected: 'the options of the plugin, as an agent of Buildkite writes them',
      remedy: 'let the agent start the plugin',
      cause,
    });
  }
}

/** A plugin without options has null, or nothing. */
function readMap(
  value: unknown,
  where: string,
  known: readonly string[],
): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new UserError({
      where: `plugin perigee, ${where}`,
      seen: formatValue(value),
      expected: `a map of ${known.join(', ')}`,
    });
  }
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown === undefined) return { ...value };
  throw new UserError({
    where: `plugin perigee, ${where}`,
    seen: `${formatText(unknown)} is no option`,
    expected: `one of ${known.join(', ')}`,
    remedy: suggestName(unknown, known, 'remove it') ?? 'remove it',
  });
}

/** A YAML value may be a text, a number or a truth value. Only `brokers` may be a list. */
function describe(where: string, value: unknown): Setting {
  const place = `plugin perigee, ${where}`;
  const items: readonly unknown[] = Array.isArray(value) ? value : [value ?? ''];
  const isList = Array.isArray(value);
  const texts = items.map((item) => {
    if (typeof item === 'string') return item.trim();
    if (typeof item === 'number' || typeof item === 'boolean') return String(item);
    throw refuseKind(place, item);
  });
  if (isList && !where.endsWith('brokers')) throw refuseKind(place, value);
  return { where: place, text: texts.join(',') };
}

function refuseKind(where: string, value: unknown): UserError {
  return new UserError({
    where,
    seen: formatValue(value),
    expected: 'a text, a number or a switch',
  });
}

function readVariableName(setting: Setting): string | undefined {
  const name = readLine(setting);
  if (name === undefined || /^[A-Za-z_][A-Za-z0-9_]{0,199}$/.test(name)) return name;
  throw new UserError({
    // It may be the password itself.
    where: setting.where,
    seen: `${name.length} characters that name no variable`,
    expected: 'the name of an environment variable, for example KAFKA_PASSWORD',
    remedy: 'keep the password in a secret of the agent, and write the name of its variable here',
  });
}
