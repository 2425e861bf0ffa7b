import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findValgrind } from '../../../src/profile/instructions/find-valgrind.ts';
import { canPreload } from '../../../src/profile/instructions/preloaded-library.ts';
import { makeFolder } from '../../make-folder.ts';
import { executeHere, findPython, root } from '../execute-here.ts';

const valgrind = findValgrind();
const isMissing = valgrind === undefined || !canPreload();
const why = isMissing ? ' (skipped: no valgrind, or no C compiler)' : '';

/** Blocks of all sizes are made, grown and freed by threads that fork meanwhile; what stands in each is looked at. */
const stress = String.raw`
#define _GNU_SOURCE
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { blocks = 500, rounds = 3000 };
struct block { unsigned char *at, byte; size_t size; };

static void expect(int holds, const char *what) {
  if (!holds) { printf("%s\n", what); exit(1); }
}

static void look(struct block *one, size_t size) {
  size_t step = size > 4096 ? 997 : 1;
  for (size_t i = 0; i < size; i += step) expect(one->at[i] == one->byte, "another byte");
  if (size > 0) expect(one->at[size - 1] == one->byte, "another last byte");
}

static void make(struct block *one, unsigned *seed, size_t size) {
  size_t alignment = 16;
  int way = rand_r(seed) % 3;
  if (way == 0) {
    alignment <<= rand_r(seed) % 10;
    expect(posix_memalign((void **)&one->at, alignment, size) == 0, "no aligned block");
  } else if (way == 1) {
    one->at = calloc(1, size);
    one->byte = 0;
    look(one, size);
  } else one->at = malloc(size);
  expect((uintptr_t)one->at % alignment == 0, "not aligned");
  one->byte = rand_r(seed);
}

static void *work(void *start) {
  unsigned seed = (unsigned)(uintptr_t)start;
  struct block *all = calloc(blocks, sizeof *all);
  for (int round = 0; round < rounds; round++) {
    struct block *one = &all[rand_r(&seed) % blocks];
    size_t size = 1 + rand_r(&seed) % (1u << (rand_r(&seed) % (rand_r(&seed) % 40 ? 12 : 23)));
    if (one->at == NULL) make(one, &seed, size);
    else if (rand_r(&seed) % 2) {
      look(one, one->size);
      free(one->at);
      one->at = NULL;
      continue;
    } else {
      one->at = realloc(one->at, size);
      look(one, size < one->size ? size : one->size);
    }
    expect(malloc_usable_size(one->at) >= size, "less than was asked for");
    one->size = size;
    memset(one->at, one->byte, size);
    if (round % 1000 > 0) continue;
    pid_t child = fork();
    if (child == 0) {
      for (int i = 0; i < 1000; i++) free(malloc(i * 7));
      _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    expect(status == 0, "a child");
  }
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  for (long i = 0; i < 4; i++) pthread_create(&threads[i], NULL, work, (void *)(i + 1));
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  volatile size_t all = SIZE_MAX;
  expect(malloc(all - 8) == NULL && calloc(all / 2, 4) == NULL, "more than there is");
  expect(realloc(malloc(8), all - 8) == NULL && aligned_alloc(64, all - 65) == NULL, "much more");
  expect(malloc(0) != malloc(0), "nothing twice");
  size_t large = 1 << 20;
  char *grown = malloc(large);
  for (int i = 2; i < 64; i++) (grown = realloc(grown, i * large))[i * large - 1] = 1;
  for (int i = 2; i < 64; i++) expect(grown[i * large - 1] == 1, "lost where it grew");
  puts("fine");
}
`;

/** How far two blocks of 32 bytes lie apart, and where one of an odd alignment lies. */
const distance = String.raw`
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *one = malloc(32), *next = malloc(32);
  printf("%d %d\n", (int)(next - one), (int)((uintptr_t)memalign(24, 100) % 32));
  return 0;
}
`;

/** Memory with holes in it, before what is counted. */
const holes = (count: number): string => `
import sys
from perigee import profile
kept = [bytearray(700 + n * 7919 % 3000) for n in range(${count})]
del kept[::3]
unused = [{str(n): [n]} for n in range(${count})][::7]
with profile("work"):
    for n in range(400): [bytearray(900 + n), str(n) * 300, {k: [k] for k in range(40)}]
`;

function build(source: string): string {
  const program = join(makeFolder({ 'main.c': source }), 'main');
  const options = ['-O1', '-pthread', '-o', program, `${program}.c`];
  expect(spawnSync('cc', options).status).toBe(0);
  return program;
}

test.skipIf(isMissing)(
  'each block is whole, in programs of many threads and processes' + why,
  async () => {
    const { log, outcome } = await executeHere(0, [build(stress)], { counts: 'whole' });

    expect({ log, status: outcome.status }).toEqual({ log: 'fine\n', status: 'passed' });
  },
);

test.skipIf(isMissing)('in the other layout blocks lie farther apart' + why, async () => {
  const program = build(distance);
  const other = { environment: { PERIGEE_LAYOUT: '1' } };

  expect((await executeHere(0, [program], { counts: 'whole' })).log).toBe('48 0\n');
  expect((await executeHere(0, [program], { counts: 'whole', ...other })).log).toBe('64 0\n');
});

test.skipIf(isMissing)('a count does not depend on what was freed before it' + why, async () => {
  const environment = { PATH: process.env['PATH'] ?? '', ...valgrind?.variables };
  const PYTHONPATH = join(root, 'sdk/python');
  const count = async (made: number): Promise<number> => {
    const how = { counts: 'spans', environment: { ...environment, PYTHONPATH } } as const;
    const { spans } = await executeHere(0, [findPython(), '-c', holes(made)], how);
    return spans.find(({ span }) => span === 'work')?.values['instructions'] ?? 0;
  };
  const [plain, holed] = [await count(0), await count(5000)];

  expect(plain).toBeGreaterThan(1_000_000);
  expect(Math.abs(holed / plain - 1)).toBeLessThan(1e-3);
});
