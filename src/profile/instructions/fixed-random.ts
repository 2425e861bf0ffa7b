/**
 * Random bytes of the system seed the maps of Rust and the module `random` of Python, and so decide how much work both
 * have. These functions, in C, give other ones, the same in each run. The processes of a test have different
 * ones, in the order in which they first ask: some name files by them.
 */
export const fixedRandom = String.raw`
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

static unsigned long long state;
static pid_t owner;

static void seed(void) {
  const char *file = getenv("PERIGEE_PROCESSES");
  int descriptor = file == NULL ? -1 : open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  owner = getpid();
  state = 1;
  if (descriptor < 0) return;
  if (write(descriptor, "", 1) == 1) state += lseek(descriptor, 0, SEEK_CUR);
  close(descriptor);
}

/* The generator of Knuth's MMIX: The Art of Computer Programming, volume 2, 3.3.4. */
static void fill(unsigned char *bytes, size_t length) {
  int error = errno;
  if (owner != getpid()) seed();
  for (size_t index = 0; index < length; index += 1) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    bytes[index] = state >> 56;
  }
  errno = error;
}

ssize_t getrandom(void *bytes, size_t length, unsigned int flags) {
  (void)flags;
  fill(bytes, length);
  return length;
}

int getentropy(void *bytes, size_t length) {
  if (length > 256) {
    errno = EIO;
    return -1;
  }
  fill(bytes, length);
  return 0;
}
`;
