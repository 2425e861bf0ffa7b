/* One program for each scenario of the conformance suite; compiled as C and as C++. */
#include <math.h>
#include <perigee.h>
#include <stdint.h>

#define ARRAY_SIZE(list) (sizeof(list) / sizeof *(list))

static void show(const char *refusal) {
  if (refusal != NULL) puts(refusal);
}

static void sleep_ms(long ms) {
  struct timespec time = {0, 0};
  time.tv_nsec = ms * 1000000;
  nanosleep(&time, NULL);
}

static void nested(void) {
  perigee_span outer, inner;
  perigee_begin(&outer, "outer");
  perigee_annotate_number("size", 2);
  perigee_begin(&inner, "inner");
  perigee_annotate_text("kind_of", "a");
  perigee_end(&inner);
  perigee_annotate_bool("late", 1);
  perigee_end(&outer);
}

static void *sleep_in_span(void *ms) {
  perigee_span span;
  perigee_begin(&span, (intptr_t)ms == 50 ? "short" : "long");
  sleep_ms((intptr_t)ms);
  perigee_annotate_number("ms", (double)(intptr_t)ms);
  perigee_end(&span);
  return NULL;
}

static void concurrent(void) {
  pthread_t other;
  pthread_create(&other, NULL, sleep_in_span, (void *)(intptr_t)300);
  sleep_in_span((void *)(intptr_t)50);
  pthread_join(other, NULL);
}

static void repeated(void) {
  int i;
  for (i = 0; i < 6; i++) {
    perigee_span span;
    perigee_begin(&span, "r");
    perigee_annotate_bool("odd", i % 2);
    perigee_end(&span);
  }
}

#ifdef __cplusplus
static void failing(void) {
  try {
    perigee::profile("f", [] { throw std::runtime_error("mine"); });
  } catch (const std::runtime_error &error) {
    printf("%s %d\n", error.what(), perigee::profile("g", [] { return 42; }));
  }
}
#else
static void failing(void) {
  perigee_span span;
  perigee_begin(&span, "f");
  perigee_fail(&span);
  perigee_begin(&span, "g");
  puts("mine 42");
  perigee_end(&span);
}
#endif

static void refused(void) {
  perigee_span span;
  perigee_begin(&span, "w");
  perigee_annotate_number("test", 1);
  show(perigee_end(&span));
  perigee_begin(&span, "g");
  perigee_end(&span);
}

static void many_classes(void) {
  int i;
  for (i = 0; i < 65; i++) {
    perigee_span span;
    const char *refusal;
    perigee_begin(&span, "v");
    perigee_annotate_number("number", i);
    refusal = perigee_end(&span);
    if (refusal != NULL) printf("%d %s\n", i, refusal);
  }
}

static void two_lines(void) {
  perigee_span span;
  show(perigee_begin(&span, "a\342\200\250b"));
}

static void inside(void) {
  perigee_span span;
  perigee_begin(&span, "inner");
  perigee_record("n", 1, NULL, PERIGEE_USUAL);
  perigee_end(&span);
  perigee_record("m", 2, NULL, PERIGEE_USUAL);
}

static void numbers(void) {
  perigee_span span;
  perigee_begin(&span, "work");
  perigee_annotate_number("size", 2);
  perigee_record("ops", 300, "ops/s", PERIGEE_HIGHER);
  perigee_record("wait", 1.5, "ms", PERIGEE_USUAL);
  perigee_end(&span);
  perigee_record("bundle.size", 12, "kB", PERIGEE_USUAL);
}

static void distributions(void) {
  const double list[] = {3, 1, 2}, buckets[] = {1, 100};
  const unsigned long counts[] = {98, 2};
  perigee_span span;
  int i;
  perigee_begin(&span, "work");
  for (i = 1; i <= 200; i++) perigee_record("wait", i, NULL, PERIGEE_USUAL);
  perigee_record("few", 10, NULL, PERIGEE_USUAL);
  perigee_record("few", 20, NULL, PERIGEE_USUAL);
  perigee_record_list("list", list, 3, NULL, PERIGEE_USUAL);
  perigee_record_histogram("histogram", buckets, counts, 2, NULL, PERIGEE_USUAL);
  perigee_end(&span);
}

static void empty_buckets(void) {
  const double buckets[] = {1, 2, 3};
  const unsigned long counts[] = {5, 0, 2}, none[] = {0};
  int i;
  for (i = 0; i < 12; i++) {
    perigee_span span;
    perigee_begin(&span, "work");
    perigee_record_histogram("buckets", buckets, counts, 3, NULL, PERIGEE_USUAL);
    perigee_record_histogram("none", buckets, none, 1, NULL, PERIGEE_USUAL);
    perigee_end(&span);
  }
}

static void wrong_values(void) {
  const double list[] = {1, INFINITY};
  show(perigee_record("ops", -1, NULL, PERIGEE_USUAL));
  show(perigee_record("ops", NAN, NULL, PERIGEE_USUAL));
  show(perigee_record_list("ops", list, 2, NULL, PERIGEE_USUAL));
}

static void failing_with_numbers(void) {
  perigee_span span;
  perigee_begin(&span, "work");
  perigee_record("ops", 1, NULL, PERIGEE_USUAL);
  perigee_fail(&span);
}

static void undeclared(void) {
  perigee_span span;
  perigee_record("opps", 1, NULL, PERIGEE_USUAL);
  perigee_begin(&span, "w");
  perigee_record("ops", 2, NULL, PERIGEE_USUAL);
  perigee_end(&span);
}

static void outliving(void) {
  perigee_span outer, inner;
  perigee_begin(&outer, "w");
  perigee_begin(&inner, "inner");
  perigee_end(&outer);
  perigee_end(&inner);
  show(perigee_record("late", 5, NULL, PERIGEE_USUAL));
  show(perigee_annotate_number("late", 1));
}

static void too_many_values(void) {
  perigee_span span;
  int i;
  perigee_begin(&span, "w");
  for (i = 0; i < 1000001; i++) perigee_record("n", i, NULL, PERIGEE_USUAL);
  perigee_record("kept", 1, NULL, PERIGEE_USUAL);
  perigee_end(&span);
}

static const struct {
  const char *name;
  void (*run)(void);
} scenarios[] = {
    {"nested", nested},
    {"concurrent", concurrent},
    {"repeated", repeated},
    {"failing", failing},
    {"refused", refused},
    {"manyClasses", many_classes},
    {"twoLines", two_lines},
    {"inside", inside},
    {"numbers", numbers},
    {"distributions", distributions},
    {"emptyBuckets", empty_buckets},
    {"wrongValues", wrong_values},
    {"failingWithNumbers", failing_with_numbers},
    {"undeclared", undeclared},
    {"outliving", outliving},
    {"tooManyValues", too_many_values},
};

int main(int count, char **words) {
  size_t i;
  for (i = 0; count == 2 && i < ARRAY_SIZE(scenarios); i++) {
    if (strcmp(words[1], scenarios[i].name) != 0) continue;
    scenarios[i].run();
    return 0;
  }
  return 2;
}
