/* Sorts numbers, and counts the comparisons. Runs with and without Perigee. */
#include <perigee.h>

enum { lines = 50000 };

static int numbers[lines];
static double comparisons;

static int compare(const void *left, const void *right) {
  comparisons++;
  return *(const int *)left - *(const int *)right;
}

int main(void) {
  perigee_span span;
  long i;
  for (i = 0; i < lines; i++) numbers[i] = (int)(i * 7919 % 50021);

  perigee_begin(&span, "sort");
  perigee_annotate_number("lines", lines);
  qsort(numbers, lines, sizeof *numbers, compare);
  perigee_record("comparisons", comparisons, NULL, PERIGEE_USUAL);
  perigee_end(&span);
  return numbers[0] > numbers[lines - 1];
}
