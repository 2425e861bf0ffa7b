/**
 * The allocator of programs that are counted, in C. The system's one searches for holes. How long that takes depends on
 * all that was freed before: functions that nobody calls, added to a module, moved the count of a span of Python by 0.7%.
 * Here each block costs the same: freed blocks of one size wait in a list, and are never joined.
 */
export const evenAllocator = String.raw`
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Before each block. The start is the block itself, or where an aligned one was cut out of a larger one. */
struct head {
  size_t room;
  void *start;
};

/* Rooms are multiples of 16 up to 1 kB, then four in each doubling up to 1 MB. Larger blocks are mapped each, in the
   largest pages that Linux has. */
enum { few = 1024, most = 1 << 20, region = 1 << 24, page = 1 << 16, classes = 64 + 4 * 10 + 1 };

/* At each moment a fork would leave a child what it can go on with: volatile, so that the order of writes is this one. */
static void *volatile freed[classes];
static char *volatile next;
static volatile size_t left;
static atomic_flag taken = ATOMIC_FLAG_INIT;
/* How much larger than asked for each block is: another layout. */
static size_t gap;

static void lock(void) {
  while (atomic_flag_test_and_set_explicit(&taken, memory_order_acquire)) sched_yield();
}

static void unlock(void) { atomic_flag_clear_explicit(&taken, memory_order_release); }

__attribute__((constructor)) static void start(void) {
  gap = getenv("PERIGEE_LAYOUT") == NULL ? 0 : 16;
  /* A child may find it locked by a thread that it does not have. */
  pthread_atfork(NULL, NULL, unlock);
}

static struct head *head_of(void *block) { return (struct head *)block - 1; }

static unsigned class_of(size_t size, size_t *room) {
  if (size <= few) {
    unsigned sixteens = size < 32 ? 2 : (size + 15) / 16;
    *room = 16 * sixteens;
    return sixteens;
  }
  unsigned power = 63 - __builtin_clzll(size - 1);
  size_t step = (size_t)1 << (power - 2);
  unsigned steps = (size - 1) / step + 1;
  *room = steps * step;
  return 64 + 4 * (power - 10) + steps - 4;
}

static void *map(size_t size) {
  int flags = MAP_PRIVATE | MAP_ANONYMOUS;
  void *mapped = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, -1, 0);
  return mapped == MAP_FAILED ? NULL : mapped;
}

static void *begin(char *base, size_t room) {
  if (base == NULL) {
    errno = ENOMEM;
    return NULL;
  }
  void *block = base + sizeof(struct head);
  *head_of(block) = (struct head){room - sizeof(struct head), block};
  return block;
}

static int is_mapped(void *block) { return head_of(block)->room > most - sizeof(struct head); }

/* In whole pages, or 0 if there are not so many. */
static size_t mapping_of(size_t size) {
  size_t whole = (size + sizeof(struct head) + page - 1) & ~(size_t)(page - 1);
  return whole < size ? 0 : whole;
}

void *malloc(size_t asked) {
  size_t size = asked + gap < asked ? asked : asked + gap;
  if (size > most - sizeof(struct head)) {
    size_t whole = mapping_of(size);
    return begin(whole == 0 ? NULL : map(whole), whole);
  }
  size_t room;
  unsigned class = class_of(size + sizeof(struct head), &room);
  lock();
  void *block = freed[class];
  if (block != NULL) {
    freed[class] = *(void **)block;
    unlock();
    return block;
  }
  char *base = next;
  if (room > left) {
    unlock();
    base = map(region);
    if (base == NULL) return begin(NULL, 0);
    lock();
    left = 0;
    next = base + room;
    left = region - room;
  } else {
    left -= room;
    next = base + room;
  }
  unlock();
  return begin(base, room);
}

void free(void *aligned) {
  if (aligned == NULL) return;
  void *block = head_of(aligned)->start;
  struct head *head = head_of(block);
  if (is_mapped(block)) {
    munmap(head, head->room + sizeof(struct head));
    return;
  }
  size_t room;
  unsigned class = class_of(head->room + sizeof(struct head), &room);
  lock();
  *(void **)block = freed[class];
  freed[class] = block;
  unlock();
}

void *calloc(size_t count, size_t size) {
  size_t all;
  if (__builtin_mul_overflow(count, size, &all)) {
    errno = ENOMEM;
    return NULL;
  }
  void *block = malloc(all);
  if (block == NULL || is_mapped(block)) return block;
  return memset(block, 0, all);
}

static void *grow_mapped(void *block, size_t size) {
  struct head *head = head_of(block);
  size_t whole = mapping_of(size);
  if (whole == 0) {
    errno = ENOMEM;
    return NULL;
  }
  char *moved = mremap(head, head->room + sizeof(struct head), whole, MREMAP_MAYMOVE);
  return moved == MAP_FAILED ? NULL : begin(moved, whole);
}

void *realloc(void *block, size_t size) {
  if (block == NULL) return malloc(size);
  if (size == 0) {
    free(block);
    return NULL;
  }
  struct head *head = head_of(block);
  int is_large = size > most - sizeof(struct head);
  if (head->start == block && is_mapped(block) && is_large) return grow_mapped(block, size);
  if (size <= head->room && size >= head->room / 2) return block;
  void *other = malloc(size);
  if (other == NULL) return NULL;
  memcpy(other, block, size < head->room ? size : head->room);
  free(block);
  return other;
}

void *memalign(size_t alignment, size_t size) {
  if (alignment <= 16) return malloc(size);
  /* As glibc does: the next power of two. */
  if ((alignment & (alignment - 1)) != 0 && alignment <= SIZE_MAX / 4)
    alignment = (size_t)2 << (63 - __builtin_clzll(alignment));
  if (size + alignment < size) {
    errno = ENOMEM;
    return NULL;
  }
  char *start = malloc(size + alignment);
  if (start == NULL) return NULL;
  size_t over = (uintptr_t)start & (alignment - 1);
  char *block = start + alignment - over;
  *head_of(block) = (struct head){head_of(start)->room - (block - start), start};
  return block;
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
  int error = errno;
  void *made = memalign(alignment, size);
  errno = error;
  if (made == NULL) return ENOMEM;
  *block = made;
  return 0;
}

void *valloc(size_t size) { return memalign(page, size); }

void *pvalloc(size_t size) {
  size_t whole = (size + page - 1) & ~(size_t)(page - 1);
  return memalign(page, whole < size ? size : whole);
}

size_t malloc_usable_size(void *block) { return block == NULL ? 0 : head_of(block)->room; }
`;
