import { UserError } from '../../../src/contract/user-error.ts';
import { openReaders } from '../../../src/serving/readers/open-readers.ts';
import { exampleText } from '../../suite/example-suite.ts';
import { drawRun, mutateText } from '../draw.ts';
import { describeEntry, type Entry, expectThat } from '../entry.ts';

/** As with the heap of deploy/. */
const heapBytes = 304 * 2 ** 20;
const mebibyte = 2 ** 20;
let readers: ReturnType<typeof openReaders> | undefined;

export function closeReaders(): void {
  readers?.close();
  readers = undefined;
}

/** What the service reads in another process: the file may have any size, and this process only waits. */
export const readerEntries: readonly Entry[] = [
  describeEntry({
    name: 'perigee.yml of any size, in the service',
    share: 0.1,
    draw: (random) =>
      random() < 0.5
        ? mutateText(random, exampleText, mebibyte)
        : `${random() < 0.5 ? exampleText : ''}${drawRun(random, mebibyte)}`.slice(0, mebibyte),
    run: async (text) => {
      const { parseSuite } = (readers ??= openReaders(heapBytes));
      const suite = await parseSuite(text, 'perigee.yml');
      expectThat(suite.tests.length > 0, 'a suite without tests');
    },
    refusals: [UserError],
  }),
];
