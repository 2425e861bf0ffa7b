import { isCommitId } from '../../../src/contract/commit.ts';
import { describe, expect, test } from 'vitest';
import { download } from '../../../src/transport/artifacts/download.ts';
import { createAnswerCache } from '../../../src/async/answer-cache.ts';
import { createSizedCache } from '../../../src/async/sized-cache.ts';
import { readBody } from '../../../src/transport/rest/read-body.ts';
import { isSafePlace } from '../../../src/transport/rest/content-place.ts';

describe('keep answers', () => {
  function startClock() {
    const time = { now: 0 };
    const clock = {
      epochMs: () => time.now,
      monotonicMs: () => time.now,
      wait: async () => undefined,
    };
    return { time, clock };
  }

  test('a question is asked once, also while its answer is on its way', async () => {
    const { clock } = startClock();
    const kept = createAnswerCache(clock, { entries: 10, forMs: 1_000 });
    let asked = 0;
    const ask = async () => `answer ${++asked}`;
    const [first, second] = await Promise.all([
      kept.answer(['a', 1], ask),
      kept.answer(['a', 1], ask),
    ]);
    expect([first, second, await kept.answer(['a', 1], ask)]).toEqual(Array(3).fill('answer 1'));
    expect(await kept.answer(['a', '1'], ask)).toBe('answer 2');
  });

  test('an answer that is too old is asked for anew', async () => {
    const { clock, time } = startClock();
    const kept = createAnswerCache(clock, { entries: 10, forMs: 1_000 });
    expect(await kept.answer(['a'], async () => 1)).toBe(1);
    time.now = 999;
    expect(await kept.answer(['a'], async () => 2)).toBe(1);
    time.now = 1_001;
    expect(await kept.answer(['a'], async () => 3)).toBe(3);
  });

  test('what is not there is asked for again', async () => {
    const { clock } = startClock();
    const kept = createAnswerCache(clock, { entries: 10, forMs: 1_000 });
    expect(
      await kept.answer(['a'], async (): Promise<string | undefined> => undefined),
    ).toBeUndefined();
    expect(await kept.answer(['a'], async () => 'there')).toBe('there');
  });

  test('a failure is not kept, and neither is a text that is too long', async () => {
    const { clock } = startClock();
    const kept = createAnswerCache(clock, { entries: 10, forMs: 1_000, longestText: 3 });
    await expect(kept.answer(['a'], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await kept.answer(['a'], async () => 'long')).toBe('long');
    expect(await kept.answer(['a'], async () => 'new')).toBe('new');
    expect(await kept.answer(['a'], async () => 'not')).toBe('new');
  });

  test('no more are kept than were asked for, and the oldest goes', async () => {
    const { clock } = startClock();
    const kept = createAnswerCache(clock, { entries: 2, forMs: 1_000 });
    for (const key of ['a', 'b', 'c']) await kept.answer([key], async () => key);
    expect(await kept.answer(['c'], async () => 'anew')).toBe('c');
    expect(await kept.answer(['a'], async () => 'anew')).toBe('anew');
  });

  test('only a whole commit id is one', () => {
    expect(isCommitId('a'.repeat(40))).toBe(true);
    expect(isCommitId('a'.repeat(64))).toBe(true);
    expect(['main', 'a'.repeat(39), `${'a'.repeat(39)}g`, 'A'.repeat(40)].some(isCommitId)).toBe(
      false,
    );
  });
});

describe('keep sized', () => {
  test('what was kept last is found', () => {
    const memory = createSizedCache<string>(10);
    expect(memory.find('a')).toBeUndefined();
    memory.keep('a', 'first', 5);
    memory.keep('a', 'second', 6);
    expect(memory.find('a')).toBe('second');
  });

  test('it holds no more than it may, and what was used longest ago goes first', () => {
    const memory = createSizedCache<string>(3);
    for (const key of ['a', 'b', 'c']) memory.keep(key, key, 1);
    memory.find('a');
    memory.keep('d', 'd', 1);
    expect(['a', 'b', 'c', 'd'].map(memory.find)).toEqual(['a', undefined, 'c', 'd']);
  });

  test('what is larger than all of it is not kept, and takes no room for ever', () => {
    const memory = createSizedCache<string>(3);
    memory.keep('large', 'large', 4);
    expect(memory.find('large')).toBeUndefined();
    for (const key of ['a', 'b', 'c']) memory.keep(key, key, 1);
    expect(['a', 'b', 'c'].map(memory.find)).toEqual(['a', 'b', 'c']);
  });

  test('what is larger than all of it pushes out nothing but what it takes the place of', () => {
    const memory = createSizedCache<string>(3);
    for (const key of ['a', 'b']) memory.keep(key, key, 1);
    memory.keep('large', 'large', 4);
    memory.keep('b', 'larger', 4);
    expect(['a', 'b', 'large'].map(memory.find)).toEqual(['a', undefined, undefined]);
  });

  test('keeping the same again takes its room once', () => {
    const memory = createSizedCache<string>(3);
    memory.keep('a', 'a', 1);
    for (let index = 0; index < 10; index++) memory.keep('b', 'b', 2);
    expect(['a', 'b'].map(memory.find)).toEqual(['a', 'b']);
  });
});

describe('read body', () => {
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
});

describe('safe place', () => {
  test.each([
    ['https://store.example/a', 'https://api.example', true],
    ['https://store.example/a', 'http://127.0.0.1:1/', true],
    ['http://127.0.0.1:2/a', 'http://127.0.0.1:1/', true],
    ['http://[::1]:2/a', 'http://localhost:1/', true],
    ['http://127.0.0.1:2/a', 'https://api.example', false],
    ['http://store.example/a', 'http://127.0.0.1:1/', false],
    ['http://store.example/a', 'http://store.example/', false],
    ['http://127.0.0.1.attacker.example/a', 'http://127.0.0.1:1/', false],
    ['ftp://127.0.0.1/a', 'http://127.0.0.1:1/', false],
    ['file:///etc/passwd', 'http://127.0.0.1:1/', false],
  ])('%s, to which %s led, is safe: %s', (place, from, expected) => {
    expect(isSafePlace(new URL(place), new URL(from))).toBe(expected);
  });

  test('a download does not begin at an address that is not https', async () => {
    const request = { maxBytes: 10, deadlineMs: 10_000, signal: new AbortController().signal };
    await expect(download({ ...request, url: new URL('http://store.example/a') })).rejects.toThrow(
      'the address of its content, at store.example, is not https',
    );
  });
});
