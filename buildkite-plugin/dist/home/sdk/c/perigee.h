/*
 * Marks spans in a test and records numbers, for Perigee. One header, for C99 and C++11 and newer, on Linux with
 * GCC or Clang; nothing to link. Strict C needs -D_POSIX_C_SOURCE=200809L.
 *
 *   perigee_span span;
 *   perigee_begin(&span, "upload");
 *   perigee_annotate_number("num_files", 10000);
 *   upload(files);
 *   perigee_record("throughput", speed, "files/s", PERIGEE_USUAL);
 *   perigee_end(&span);
 *
 * In C++: perigee::profile("upload", [&] { upload(files); });
 *
 * Under Perigee, PERIGEE_SOCKET names the collector; without it all of this does nothing, so it can stay in the test.
 * Every function returns NULL, or words that say what was refused; they hold until the thread calls the next one.
 * Spans of one thread nest. Licensed under Apache-2.0.
 */
#ifndef PERIGEE_H
#define PERIGEE_H

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* Many files may include this: the linker keeps one of each. */
#define PERIGEE_WEAK __attribute__((weak))

#ifdef __cplusplus
extern "C" {
#endif

/* Which way of a number is better: by itself higher for a unit that ends in /s, otherwise lower. */
typedef enum { PERIGEE_USUAL, PERIGEE_LOWER, PERIGEE_HIGHER } perigee_direction;

typedef struct perigee__text {
  char *bytes;
  size_t length, room;
} perigee__text;

typedef struct perigee__number {
  struct perigee__number *next;
  char *name, *unit;
  perigee_direction direction;
  double *values;
  unsigned long *counts; /* NULL while each counts once */
  size_t length, room, left;
  int is_distribution;
} perigee__number;

typedef struct perigee_span {
  long id; /* 0: not measured */
  pid_t pid;
  long long start_ns;
  perigee__text name, annotations; /* as JSON */
  perigee__number *numbers;
  struct perigee_span *parent;
} perigee_span;

/* The connection to the collector: threads take turns. */
typedef struct {
  pthread_mutex_t lock;
  pid_t pid;
  int socket, is_gone;
  long last_id;
  size_t waiting;
} perigee__state;

PERIGEE_WEAK perigee__state perigee__collector = {PTHREAD_MUTEX_INITIALIZER, 0, -1, 0, 0, 0};
PERIGEE_WEAK __thread perigee_span *perigee__innermost = NULL;
PERIGEE_WEAK __thread char perigee__words[600];

enum { perigee__values_per_message = 2400, perigee__most_waiting = 1000000 };
#define PERIGEE__LARGEST 1e300

PERIGEE_WEAK const char *perigee__say(const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  vsnprintf(perigee__words, sizeof perigee__words, format, rest);
  va_end(rest);
  return perigee__words;
}

/* Memory that a test needs for a few names: without it nothing else would go on either. */
PERIGEE_WEAK void *perigee__grow(void *memory, size_t size) {
  void *grown = realloc(memory, size);
  if (grown == NULL) {
    fputs("perigee: out of memory\n", stderr);
    abort();
  }
  return grown;
}

PERIGEE_WEAK void perigee__put(perigee__text *text, const char *bytes, size_t length) {
  if (text->length + length + 1 > text->room) {
    text->room = (text->length + length + 1) * 2;
    text->bytes = (char *)perigee__grow(text->bytes, text->room);
  }
  memcpy(text->bytes + text->length, bytes, length);
  text->length += length;
  text->bytes[text->length] = '\0';
}

PERIGEE_WEAK void perigee__add(perigee__text *text, const char *format, ...) {
  char part[128];
  va_list rest;
  va_start(rest, format);
  vsnprintf(part, sizeof part, format, rest);
  va_end(rest);
  perigee__put(text, part, strlen(part));
}

PERIGEE_WEAK void perigee__add_string(perigee__text *text, const char *string) {
  perigee__put(text, "\"", 1);
  for (; *string != '\0'; string++) {
    unsigned char byte = (unsigned char)*string;
    if (byte < 0x20) perigee__add(text, "\\u%04x", byte);
    else if (byte == '"' || byte == '\\') perigee__add(text, "\\%c", byte);
    else perigee__put(text, string, 1);
  }
  perigee__put(text, "\"", 1);
}

PERIGEE_WEAK void perigee__add_number(perigee__text *text, double number) {
  char part[40], *comma;
  snprintf(part, sizeof part, "%.17g", number);
  /* Some languages of people have one there. */
  for (comma = part; *comma != '\0'; comma++) if (*comma == ',') *comma = '.';
  perigee__put(text, part, strlen(part));
}

PERIGEE_WEAK long long perigee__now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

PERIGEE_WEAK void perigee__add_switches(perigee__text *line) {
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) != 0) return;
  perigee__add(line, ",\"switches\":{\"voluntary\":%ld,\"involuntary\":%ld}", usage.ru_nvcsw, usage.ru_nivcsw);
}

/* A child that was forked makes its own connection. Called with the lock. */
PERIGEE_WEAK int perigee__connect(void) {
  perigee__state *state = &perigee__collector;
  const char *path = getenv("PERIGEE_SOCKET");
  struct sockaddr_un address;
  if (state->socket >= 0 && state->pid == getpid()) return 1;
  if (state->is_gone || path == NULL || strlen(path) >= sizeof address.sun_path) return 0;
  if (state->socket >= 0) close(state->socket);
  memset(&address, 0, sizeof address);
  address.sun_family = AF_UNIX;
  strcpy(address.sun_path, path);
  state->pid = getpid();
  state->socket = socket(AF_UNIX, SOCK_STREAM, 0);
  if (connect(state->socket, (struct sockaddr *)&address, sizeof address) == 0) return 1;
  close(state->socket);
  state->socket = -1;
  state->is_gone = 1;
  return 0;
}

/* Sends a line and reads the answer. The test goes on without a collector that is gone. */
PERIGEE_WEAK int perigee__exchange(const perigee__text *line, perigee__text *answer) {
  size_t sent = 0;
  while (sent < line->length) {
    ssize_t written = send(perigee__collector.socket, line->bytes + sent, line->length - sent, MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return 0;
    sent += (size_t)written;
  }
  while (answer->length == 0 || answer->bytes[answer->length - 1] != '\n') {
    char part[512];
    ssize_t got = recv(perigee__collector.socket, part, sizeof part, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return 0;
    perigee__put(answer, part, (size_t)got);
  }
  return 1;
}

/* What the collector says is wrong: the text behind "error". */
PERIGEE_WEAK const char *perigee__read_refusal(const char *answer) {
  const char *from = strstr(answer, "\"error\":\"");
  char *to = perigee__words + sprintf(perigee__words, "Perigee: ");
  const char *end = perigee__words + sizeof perigee__words - 1;
  if (from == NULL) return perigee__say("Perigee: refused");
  for (from += 9; *from != '\0' && *from != '"' && to < end; from++) {
    if (*from == '\\' && from[1] != '\0') from++;
    *to++ = *from;
  }
  *to = '\0';
  return perigee__words;
}

/* Sends the line and frees it. @returns NULL also when the collector is gone */
PERIGEE_WEAK const char *perigee__request(perigee__text *line, int *is_taken) {
  perigee__text answer = {NULL, 0, 0};
  const char *refusal = NULL;
  int taken = 0;
  perigee__put(line, "}\n", 2);
  pthread_mutex_lock(&perigee__collector.lock);
  if (perigee__connect()) {
    taken = perigee__exchange(line, &answer);
    if (!taken) {
      close(perigee__collector.socket);
      perigee__collector.socket = -1;
      perigee__collector.is_gone = 1;
    }
  }
  pthread_mutex_unlock(&perigee__collector.lock);
  if (taken && strncmp(answer.bytes, "{\"ok\":true", 10) != 0) refusal = perigee__read_refusal(answer.bytes);
  if (is_taken != NULL) *is_taken = taken;
  free(answer.bytes);
  free(line->bytes);
  return refusal;
}

PERIGEE_WEAK long perigee__next_id(void) {
  return __atomic_add_fetch(&perigee__collector.last_id, 1, __ATOMIC_RELAXED);
}

PERIGEE_WEAK void perigee__free_numbers(perigee__number *number) {
  while (number != NULL) {
    perigee__number *next = number->next;
    __atomic_sub_fetch(&perigee__collector.waiting, number->length, __ATOMIC_RELAXED);
    free(number->name);
    free(number->unit);
    free(number->values);
    free(number->counts);
    free(number);
    number = next;
  }
}

/* Sends the values of one number in as many messages as they need. What is refused stands in the record. */
PERIGEE_WEAK void perigee__send_number(const perigee__number *number, const perigee_span *span) {
  const char *outer = getenv("PERIGEE_SPAN");
  size_t most = number->counts == NULL ? perigee__values_per_message : perigee__values_per_message / 2;
  size_t from, i;
  for (from = 0; from < number->length || (from == 0 && number->left > 0); from += most) {
    size_t to = from + most < number->length ? from + most : number->length;
    perigee__text line = {NULL, 0, 0};
    perigee__add(&line, "{\"op\":\"record\",\"id\":%ld,\"name\":", perigee__next_id());
    perigee__add_string(&line, number->name);
    if (number->unit != NULL) {
      perigee__add(&line, ",\"unit\":");
      perigee__add_string(&line, number->unit);
    }
    if (number->direction != PERIGEE_USUAL)
      perigee__add(&line, ",\"direction\":\"%s\"", number->direction == PERIGEE_LOWER ? "lower" : "higher");
    if (span != NULL) {
      perigee__add(&line, ",\"span\":");
      perigee__put(&line, span->name.bytes, span->name.length);
      perigee__add(&line, ",\"annotations\":{");
      if (span->annotations.length > 0) perigee__put(&line, span->annotations.bytes + 1, span->annotations.length - 1);
      perigee__add(&line, "}");
    } else if (outer != NULL) {
      perigee__add(&line, ",\"parent\":");
      perigee__add_string(&line, outer);
    }
    perigee__add(&line, ",\"total\":%zu,\"left\":%zu", from == 0 ? number->length : 0, from == 0 ? number->left : 0);
    if (number->is_distribution) perigee__add(&line, ",\"distribution\":true");
    perigee__add(&line, ",\"values\":[");
    for (i = from; i < to; i++) {
      if (i > from) perigee__put(&line, ",", 1);
      perigee__add_number(&line, number->values[i]);
    }
    perigee__add(&line, "]");
    if (number->counts != NULL) {
      for (i = from; i < to; i++) perigee__add(&line, "%s%lu", i == from ? ",\"counts\":[" : ",", number->counts[i]);
      if (to > from) perigee__add(&line, "]");
    }
    if (perigee__request(&line, NULL) != NULL) return;
  }
}

/* The innermost span of this thread that runs, and that this process began: one may end before those in it. */
PERIGEE_WEAK perigee_span *perigee__current(void) {
  perigee_span *span = perigee__innermost;
  pid_t pid = span == NULL ? 0 : getpid();
  while (span != NULL && span->pid != pid) span = span->parent;
  return span;
}

/* Takes a span that ends, or ended in another thread, out of those of this thread. */
PERIGEE_WEAK void perigee__leave(const perigee_span *span) {
  perigee_span **place = &perigee__innermost;
  while (*place != NULL && *place != span) place = &(*place)->parent;
  if (*place != NULL) *place = span->parent;
}

/* Begins a span below the innermost one of this thread. A span that is refused is not measured. */
PERIGEE_WEAK const char *perigee_begin(perigee_span *span, const char *name) {
  perigee__text line = {NULL, 0, 0};
  const char *outer = getenv("PERIGEE_SPAN"), *refusal;
  int is_taken;
  memset(span, 0, sizeof *span);
  span->parent = perigee__current();
  if (getenv("PERIGEE_SOCKET") == NULL) return NULL;
  span->pid = getpid();
  perigee__add_string(&span->name, name);
  span->id = perigee__next_id();
  perigee__add(&line, "{\"op\":\"begin\",\"id\":%ld,\"pid\":%ld,\"span\":", span->id, (long)span->pid);
  perigee__put(&line, span->name.bytes, span->name.length);
  if (span->parent != NULL) {
    perigee__add(&line, ",\"parent\":%ld", span->parent->id);
  } else if (outer != NULL) {
    perigee__add(&line, ",\"parent\":");
    perigee__add_string(&line, outer);
  }
  perigee__add_switches(&line);
  refusal = perigee__request(&line, &is_taken);
  if (refusal != NULL || !is_taken) {
    free(span->name.bytes);
    span->id = 0;
    return refusal;
  }
  perigee__innermost = span;
  span->start_ns = perigee__now();
  return NULL;
}

PERIGEE_WEAK const char *perigee__finish(perigee_span *span, int is_failed) {
  long long latency_ns = perigee__now() - span->start_ns;
  perigee__text line = {NULL, 0, 0};
  const char *refusal = NULL;
  perigee__number *number;
  if (span->id == 0) return NULL;
  perigee__leave(span);
  /* One that a child process got by fork is its parent's to end. */
  if (span->pid == getpid()) {
    perigee__add(&line, "{\"op\":\"end\",\"id\":%ld,\"latencyNs\":%lld,", span->id, latency_ns);
    if (is_failed) {
      perigee__add(&line, "\"failed\":true");
    } else {
      perigee__add(&line, "\"annotations\":{");
      if (span->annotations.length > 0) perigee__put(&line, span->annotations.bytes + 1, span->annotations.length - 1);
      perigee__add(&line, "}");
      perigee__add_switches(&line);
    }
    refusal = perigee__request(&line, NULL);
    /* Afterwards, so that neither clock counts it. */
    for (number = span->numbers; number != NULL && refusal == NULL && !is_failed; number = number->next)
      perigee__send_number(number, span);
  }
  perigee__free_numbers(span->numbers);
  free(span->name.bytes);
  free(span->annotations.bytes);
  memset(span, 0, sizeof *span);
  return refusal;
}

/* Ends the innermost span of this thread, and sends its numbers. */
PERIGEE_WEAK const char *perigee_end(perigee_span *span) { return perigee__finish(span, 0); }

/* Ends a span whose body failed: it is not counted, and its numbers neither. */
PERIGEE_WEAK void perigee_fail(perigee_span *span) { perigee__finish(span, 1); }

/* Adds to the innermost span of this thread; of a key that comes twice the last value counts. */
PERIGEE_WEAK const char *perigee__annotate(const char *key, const char *text, double number, const char *word) {
  perigee__text *annotations;
  if (getenv("PERIGEE_SOCKET") == NULL || perigee__collector.is_gone) return NULL;
  if (perigee__current() == NULL) return perigee__say("Perigee: %.80s was annotated outside a span", key);
  if (!(number >= -1.7e308 && number <= 1.7e308)) return perigee__say("Perigee: %.80s: no finite number", key);
  annotations = &perigee__current()->annotations;
  perigee__put(annotations, ",", 1);
  perigee__add_string(annotations, key);
  perigee__put(annotations, ":", 1);
  if (text != NULL) perigee__add_string(annotations, text);
  else if (word != NULL) perigee__add(annotations, "%s", word);
  else perigee__add_number(annotations, number);
  return NULL;
}

PERIGEE_WEAK const char *perigee_annotate_text(const char *key, const char *value) {
  return perigee__annotate(key, value, 0, NULL);
}

PERIGEE_WEAK const char *perigee_annotate_number(const char *key, double value) {
  return perigee__annotate(key, NULL, value, NULL);
}

PERIGEE_WEAK const char *perigee_annotate_bool(const char *key, int value) {
  return perigee__annotate(key, NULL, 0, value ? "true" : "false");
}

PERIGEE_WEAK char *perigee__copy(const char *text) {
  size_t size = strlen(text) + 1;
  return (char *)memcpy(perigee__grow(NULL, size), text, size);
}

PERIGEE_WEAK perigee__number *perigee__find_number(perigee__number **list, const char *name) {
  for (; *list != NULL; list = &(*list)->next)
    if (strcmp((*list)->name, name) == 0) return *list;
  *list = (perigee__number *)memset(perigee__grow(NULL, sizeof **list), 0, sizeof **list);
  (*list)->name = perigee__copy(name);
  return *list;
}

PERIGEE_WEAK void perigee__keep(perigee__number *number, double value, unsigned long count) {
  if (__atomic_add_fetch(&perigee__collector.waiting, 1, __ATOMIC_RELAXED) > perigee__most_waiting) {
    __atomic_sub_fetch(&perigee__collector.waiting, 1, __ATOMIC_RELAXED);
    number->left++;
    return;
  }
  if (number->length == number->room) {
    number->room = number->room == 0 ? 8 : number->room * 2;
    number->values = (double *)perigee__grow(number->values, number->room * sizeof(double));
    if (number->counts != NULL)
      number->counts = (unsigned long *)perigee__grow(number->counts, number->room * sizeof(unsigned long));
  }
  if (count != 1 && number->counts == NULL) {
    size_t i;
    number->counts = (unsigned long *)perigee__grow(NULL, number->room * sizeof(unsigned long));
    for (i = 0; i < number->length; i++) number->counts[i] = 1;
  }
  if (number->counts != NULL) number->counts[number->length] = count;
  number->values[number->length++] = value;
}

/*
 * Records values that were counted already: counts[i] of them are values[i]; a count may be 0, and counts may be NULL.
 * They are a distribution, of which Perigee judges p50, p90, p99 and max.
 */
PERIGEE_WEAK const char *perigee_record_histogram(const char *name, const double *values, const unsigned long *counts,
                                                  size_t length, const char *unit, perigee_direction direction) {
  perigee__number *alone = NULL, *number;
  perigee_span *current = perigee__current();
  size_t i;
  if (getenv("PERIGEE_SOCKET") == NULL) return NULL;
  for (i = 0; i < length; i++)
    if (!(values[i] >= 0 && values[i] <= PERIGEE__LARGEST))
      return perigee__say("Perigee: %.80s: a value is a finite number, 0 or more", name);
  number = perigee__find_number(current == NULL ? &alone : &current->numbers, name);
  if (number->unit != NULL && unit != NULL && strcmp(number->unit, unit) != 0)
    return perigee__say("Perigee: %.80s was recorded in %.40s before, and now in %.40s", name, number->unit, unit);
  if (number->direction != PERIGEE_USUAL && direction != PERIGEE_USUAL && direction != number->direction)
    return perigee__say("Perigee: %.80s was recorded with another direction before", name);
  if (number->unit == NULL && unit != NULL) number->unit = perigee__copy(unit);
  if (direction != PERIGEE_USUAL) number->direction = direction;
  number->is_distribution |= counts != NULL || length != 1;
  for (i = 0; i < length; i++)
    if (counts == NULL || counts[i] > 0) perigee__keep(number, values[i], counts == NULL ? 1 : counts[i]);
  if (alone != NULL) perigee__send_number(alone, NULL);
  perigee__free_numbers(alone);
  return NULL;
}

/* Records a list of values: a distribution. */
PERIGEE_WEAK const char *perigee_record_list(const char *name, const double *values, size_t length, const char *unit,
                                             perigee_direction direction) {
  return perigee_record_histogram(name, values, NULL, length, unit, direction);
}

/* Records a number of the innermost span of this thread, or of the whole test. @param unit NULL for none, or as before */
PERIGEE_WEAK const char *perigee_record(const char *name, double value, const char *unit, perigee_direction direction) {
  return perigee_record_histogram(name, &value, NULL, 1, unit, direction);
}

#ifdef __cplusplus
}

#include <stdexcept>
#include <type_traits>
#include <utility>

namespace perigee {

/* A span that Perigee refused. */
struct error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline void check(const char *refusal) {
  if (refusal != nullptr) throw error(refusal);
}

/* Runs the body as a span. What it throws is passed on, and its span is not counted. */
template <class Body>
typename std::enable_if<std::is_void<decltype(std::declval<Body &>()())>::value>::type profile(const char *name,
                                                                                                Body &&body) {
  perigee_span span;
  check(perigee_begin(&span, name));
  try {
    body();
  } catch (...) {
    perigee_fail(&span);
    throw;
  }
  check(perigee_end(&span));
}

/* The same for a body with a result, which is given back. */
template <class Body>
typename std::enable_if<!std::is_void<decltype(std::declval<Body &>()())>::value, decltype(std::declval<Body &>()())>::type
profile(const char *name, Body &&body) {
  perigee_span span;
  check(perigee_begin(&span, name));
  try {
    auto result = body();
    check(perigee_end(&span));
    return result;
  } catch (...) {
    perigee_fail(&span);
    throw;
  }
}

} // namespace perigee
#endif
#endif
