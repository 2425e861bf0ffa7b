#!/bin/sh
# Sorts a list of words, and says how large the result is. Runs with and without Perigee.
set -e
# In a repository of yours: the copy of the file that lies there.
. ../../../sdk/shell/perigee.sh

list=$(mktemp)
trap 'rm -f "$list" "$list.sorted"' EXIT
awk 'BEGIN { for (i = 0; i < 50000; i++) print (i * 7919) % 50021 }' > "$list"

perigee span sort --annotate lines=50000 -- sort -n -o "$list.sorted" "$list"
perigee record sorted.size "$(wc -c < "$list.sorted")" --unit B
