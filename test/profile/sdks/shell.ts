import { root } from '../execute-here.ts';
import type { Scenario, Sdk } from './sdk.ts';

/** One process for each call: what needs hundreds of them is left to the others. */
const programs: Partial<Record<Scenario, string>> = {
  nested: `perigee span outer --annotate size=2 --annotate late=true -- \\
    node "$PERIGEE_HOME/bin/perigee.mjs" span inner --annotate kind_of=a -- true`,
  concurrent: `perigee span short --annotate ms=50 -- sleep 0.05 &
    perigee span long --annotate ms=300 -- sleep 0.3
    wait`,
  repeated: `for odd in true false true false true false; do perigee span r --annotate odd=$odd -- true; done`,
  failing: `perigee span f -- sh -c 'exit 7' || echo mine $?
    perigee span g -- true`,
  refused: `perigee span w --annotate test=1 -- true; perigee span g -- true`,
  twoLines: `perigee span "$(printf 'a\\342\\200\\250b')" -- echo never`,
  inside: `perigee span inner -- node "$PERIGEE_HOME/bin/perigee.mjs" record n 1; perigee record m 2`,
  numbers: `perigee span work --annotate size=2 -- sh -c '
      node "$PERIGEE_HOME/bin/perigee.mjs" record ops 300 --unit ops/s --direction higher
      node "$PERIGEE_HOME/bin/perigee.mjs" record wait 1.5 --unit ms'
    perigee record bundle.size 12 --unit kB`,
  wrongValues: `perigee record ops -- -1; perigee record ops NaN; perigee record ops 1 1e999`,
  failingWithNumbers: `perigee span work -- sh -c 'node "$PERIGEE_HOME/bin/perigee.mjs" record ops 1; false' || true`,
  undeclared: `perigee record opps 1; perigee span w -- node "$PERIGEE_HOME/bin/perigee.mjs" record ops 2`,
};

const start = `export PERIGEE_HOME=${root}\n. "$PERIGEE_HOME/sdk/shell/perigee.sh"`;

export const shell: Sdk = {
  name: 'shell',
  program: (scenario) => {
    const program = programs[scenario];
    return program === undefined ? undefined : ['sh', '-c', `${start}\n${program}`];
  },
};
