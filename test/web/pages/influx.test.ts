/** Every page in a real browser, over InfluxDB: it shows what it shows over a file. */
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { hasBrowser } from '../../report/open-page.ts';
import { prepareInflux } from '../../store/influx/influx-contract.ts';
import { openProject, pages, type Project } from './open-project.ts';

/** To write half a million points and to work out two hundred series, on a machine that has other work. */
const longestMs = 20 * 60_000;

describe.runIf(hasBrowser)('the dashboard over InfluxDB', () => {
  const { server, atNight } = prepareInflux();
  let project: Project;
  let ofFile: Project;
  beforeAll(async () => {
    const bucket = await server().createBucket('project');
    [project, ofFile] = await Promise.all([openProject(bucket), openProject()]);
  }, longestMs);
  afterAll(() => Promise.all([project.dashboard.close(), ofFile.dashboard.close()]));

  atNight.each(Object.entries(pages))(
    'the page of %s says what it says over a file',
    async (_name, addressOf) => {
      const told = [];
      for (const { dashboard, ...of } of [project, ofFile]) {
        const { page } = await dashboard.open(addressOf(of));
        told.push(await page.locator('main').innerText());
        await page.close();
      }
      expect(told[0]).toBe(told[1]);
    },
  );
});
