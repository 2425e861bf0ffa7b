import { expect, test } from 'vitest';
import { readBody } from '../../../src/transport/rest/read-body.ts';

/** A body that says nothing of its length; counts how much of it was taken. */
function makeResponse(chunks: number): { response: Response; taken: () => number } {
  let taken = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      taken += 1;
      if (taken > chunks) controller.close();
      else controller.enqueue(new Uint8Array(1000));
    },
  });
  return { response: new Response(stream), taken: () => taken };
}

test('a body up to the limit is read whole', async () => {
  expect(await readBody(makeResponse(4).response, 4000)).toHaveLength(4000);
  expect(await readBody(new Response(null), 4000)).toHaveLength(0);
});

test('a body that does not say how long it is is not read beyond the limit', async () => {
  const { response, taken } = makeResponse(1000);
  await expect(readBody(response, 3500)).rejects.toMatchObject({ name: 'BodyTooLarge' });
  expect(taken()).toBeLessThan(8);
});
