import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseSuite } from '../../src/suite/parse-suite.ts';
import { describeBisectWorkflow } from '../../src/init/bisect-workflow.ts';

interface Workflow {
  jobs: { bisect: { steps: { uses?: string; run?: string }[] } };
}

function listSteps(suite: string, isInstalledHere: boolean): string[] {
  const text = describeBisectWorkflow(parseSuite(`version: 1\nsuite: x\n${suite}`, 'perigee.yml'), {
    isInstalledHere,
  });
  return (parse(text) as Workflow).jobs.bisect.steps.map(({ run, uses }) => uses ?? run ?? '');
}

test('a repository that has Perigee installs it as setup does', () => {
  const steps = listSteps(
    'setup: [[pnpm, install, --frozen-lockfile], [pnpm, build]]\ntests: [{ name: x, command: [node, x.js] }]',
    true,
  );
  expect(steps).toContain('pnpm install --frozen-lockfile');
  expect(steps.join('\n')).toContain('npx perigee bisect "$GOOD" "$BAD"');
});

test('one of another language gets its own tools and Node.js for Perigee', () => {
  const steps = listSteps('tests: [{ name: x, command: [go, test] }]', false);
  for (const tool of ['go', 'node']) {
    const named = new RegExp(`^actions/setup-${tool}@[0-9a-f]{40}$`);
    expect(steps).toContainEqual(expect.stringMatching(named));
  }
  expect(steps.find((step) => step.startsWith('npm install --global perigee'))).toBeDefined();
  expect(steps.join('\n')).toMatch(/^perigee bisect "\$GOOD" "\$BAD"/m);
});
