#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Which folder of src/ includes from which, compared with the block
# "include-graph" of docs/architecture.md: an edge that is only on one of the
# two sides is an error, and so are two files of one name.
#
#   tests/include_graph.sh          compare
#   tests/include_graph.sh --dot    draw the graph for graphviz
#   tests/include_graph.sh --table  the block as it would have to be
set -u
cd "$(dirname "$0")/.." || exit 1
table=docs/architecture.md

# from, to, file:line of each include that crosses folders.
edges() {
    find src -name '*.[ch]' -o -name '*.def' | sort |
        xargs grep -n '^ *# *include *"' /dev/null |
        sed -E 's|^src/([^:]*):([0-9]+):[^"]*"([^"]*)".*|\1 \3 \2|' |
        awk '{ from = $1; to = $2; sub(/\/[^\/]*$/, "", from)
               if (!sub(/\/[^\/]*$/, "", to)) to = from
               if (from != to) print from, to, "src/" $1 ":" $3 }'
}

wanted() {
    awk '/^```include-graph$/ { inside = 1; next } /^```/ { inside = 0 }
         inside { gsub(/->|,/, " "); for (i = 2; i <= NF; i++) print $1, $i }' \
        "$table"
}

case ${1-} in
--dot)
    echo "digraph folders {"
    edges | awk '{ count[$1 "\" -> \"" $2]++ }
        END { for (e in count) printf "  \"%s\" [label=%d];\n", e, count[e] }' |
        sort
    echo "}"
    exit
    ;;
--table)
    edges | awk '!seen[$1, $2]++ { print $1, $2 }' | sort |
        awk '{ if ($1 != last) printf "%s%s -> %s", last ? "\n" : "", $1, $2
               else printf ", %s", $2
               last = $1 } END { print "" }'
    exit
    ;;
esac

wrong=$(
    {
        wanted | sed 's/^/wanted /'
        edges | sed 's/^/is /'
    } | awk -v table="$table" '
        { edge = $2 " -> " $3 }
        $1 == "wanted" { has[edge] = 1; next }
        { used[edge] = 1 }
        !(edge in has) {
            print $4 ": " edge " is no edge of the graph in " table
        }
        END {
            for (edge in has) if (!(edge in used))
                print table ": " edge ": nobody includes that (any more)"
        }'
    find src -name '*.[ch]' | sed 's|.*/||' | sort | uniq -d |
        sed 's/$/: two files in src have this name/'
)
[ -z "$wrong" ] && exit 0
echo "$wrong"
exit 1
