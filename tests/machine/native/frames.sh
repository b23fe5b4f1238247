#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The stack of a parked thread is saved with each of its steps: between a hook and
# the switch to the search there must be no large locals. The compiler puts them
# there by itself, where it takes rare functions into line.
#
#   frames.sh libmazurka-runtime.a OBJDUMP      of an optimised build for x86-64
runtime=$1 objdump=$2 most=64 failed=0
for hook in __mz_load __mz_store __mz_rmw __mz_cas native_visible native_access \
    __mz_pthread_mutex_lock __mz_pthread_mutex_unlock; do
    code=$("$objdump" -d --no-show-raw-insn --disassemble=$hook "$runtime")
    case $code in
    *"<$hook>:"*) ;;
    *) echo "$hook is not there" && failed=1 ;;
    esac
    for size in $(echo "$code" | sed -n 's/.*sub *\$\(0x[0-9a-f]*\),%rsp.*/\1/p'); do
        [ $((size)) -le $most ] && continue
        echo "$hook has a frame of $((size)) bytes, more than $most"
        failed=1
    done
done
exit $failed
