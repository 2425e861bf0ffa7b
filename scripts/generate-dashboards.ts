/**
 * Writes what Grafana and Prometheus are provisioned with from grafana/src/. `--check` compares instead, and fails
 * on a difference.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { format, type OxfmtConfig } from 'oxfmt';
import { renderGrafanaRules, renderPrometheusRules } from '../grafana/src/alert-rules.ts';
import { buildDashboards } from '../grafana/src/dashboards.ts';

const folder = new URL('../grafana/', import.meta.url);
const style = JSON.parse(
  readFileSync(new URL('../.oxfmtrc.json', import.meta.url), 'utf8'),
) as OxfmtConfig;

const files = {
  ...Object.fromEntries(
    Object.entries(buildDashboards()).map(([name, dashboard]) => {
      return [`dashboards/${name}.json`, JSON.stringify(dashboard)];
    }),
  ),
  'provisioning/alerting/perigee.yml': renderGrafanaRules(),
  'prometheus-rules.yml': renderPrometheusRules(),
};

for (const [name, text] of Object.entries(files)) {
  const file = new URL(name, folder);
  const { code } = await format(name, text, style);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, code);
  } else if (readFileSync(file, 'utf8') !== code) {
    console.error(
      `grafana/${name} differs from grafana/src/: run \`npm run generate\` and commit the result.`,
    );
    process.exitCode = 1;
  }
}
