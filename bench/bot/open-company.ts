import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWorkflow } from '../../src/init/workflow.ts';
import { workflowFile } from '../../src/init/workflow-file.ts';
import type { Place } from '../../test/bot/servers/act-on-github.ts';
import { writeSuite } from '../../test/bot/reconcile/measurements.ts';
import { addRepository, pushCommit } from '../../test/bot/servers/fake/history.ts';
import { type FakeGithub, openFakeGithub } from '../../test/bot/servers/fake/open-fake-github.ts';
import { usualPermissions } from '../../test/bot/servers/fake/state.ts';
import { type RunningService, startService } from '../../test/service/start-service.ts';

export interface Company {
  github: FakeGithub;
  service: RunningService;
  /** One of each installation. */
  places: readonly Place[];
  close(): Promise<void>;
}

/** As deploy/ sets it: on a large machine the heap grows as far as it may, whatever is needed. */
const heap = '--max-old-space-size=256 --max-semi-space-size=16';

/**
 * A GitHub on loopback in this process, and `perigee serve` on its embedded defaults in one of its own, so
 * that its memory is its own.
 * @param installations each has its own second between writes, as at GitHub
 * @param options of Node, for a profile
 */
export async function openCompany(installations: number, options = ''): Promise<Company> {
  const github = await openFakeGithub({ isJudged: false });
  const { state } = github;
  const places = Array.from({ length: installations }, (_, index): Place => {
    const account = `acme-${index}`;
    const permissions = { ...usualPermissions };
    state.installations.push({ id: 100 + index, account, permissions });
    const repository = addRepository(state, account, `sync-${index}`);
    const workflow = describeWorkflow({ defaultBranch: 'main', shards: 1, programs: [] });
    const files = { 'perigee.yml': writeSuite(), [workflowFile]: workflow };
    pushCommit(state, repository, 'main', { files });
    return { state, repository };
  });
  const data = mkdtempSync(join(tmpdir(), 'perigee-bench-bot-'));
  const keyFile = join(data, 'key.pem');
  const secret = 'signed-with-this';
  writeFileSync(keyFile, github.privateKey);
  const service = await startService(
    {
      ...{ NODE_OPTIONS: `${heap} ${options}`.trim(), PERIGEE_DATA: data },
      ...{ PERIGEE_LISTEN: '127.0.0.1:0', PERIGEE_PUBLIC_URL: 'https://perigee.example.com' },
      ...{ PERIGEE_BOT_APP_ID: String(github.appId), PERIGEE_BOT_WEBHOOK_SECRET: secret },
      ...{ PERIGEE_BOT_PRIVATE_KEY_FILE: keyFile, PERIGEE_BOT_API_URL: github.url },
    },
    { program: ['bin/perigee.mjs', 'serve'] },
  );
  state.webhook = { url: `${service.url}/api/github/webhooks`, secret };
  return {
    ...{ github, places, service },
    close: async () => {
      await service.stop();
      await github.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
