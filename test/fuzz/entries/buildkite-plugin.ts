import { readOptions } from '../../../buildkite-plugin/src/options.ts';
import { UserError } from '../../../src/contract/user-error.ts';
import { mutateText } from '../draw.ts';
import { mutateValue } from '../draw-json.ts';
import { describeEntry, type Entry, expectThat } from '../entry.ts';

const options = {
  ...{ mode: 'run', config: 'perigee.yml', when: 'after', base: 'main', repeats: 5 },
  ...{
    expect: 'improved',
    'build-cache': '.cache',
    isolation: 'auto',
    'fail-on': 'regressed',
    shards: 4,
  },
  ...{ step: 'performance', annotate: true },
  kafka: { brokers: ['a:9092'], tls: false, 'sasl-password-variable': 'KAFKA_PASSWORD' },
};

/** Linux starts no program with a longer variable: 128 KiB with its name and the byte that ends it. */
const longestVariable = 131_000;

export const pluginEntries: readonly Entry[] = [
  describeEntry({
    name: 'options of the plugin',
    draw: (random) => {
      const text = JSON.stringify(mutateValue(random, options));
      return (random() < 0.8 ? text : mutateText(random, text, 5000)).slice(0, longestVariable);
    },
    run: (text) => {
      const { config, shards = 1 } = readOptions({ BUILDKITE_PLUGIN_CONFIGURATION: text });
      expectThat(!/^\/|(^|\/)\.\.(\/|$)/.test(config), `the path ${config}`);
      expectThat(shards >= 1 && shards <= 256, `${shards} shards`);
    },
    refusals: [UserError],
  }),
];
