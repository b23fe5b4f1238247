# SPDX-License-Identifier: Apache-2.0
# The runtime calls functions of the C library and others; a program may have
# functions of the same names (a malloc of its own, strlen, a variable `time`),
# which are not meant. So each such call goes through a pointer of the runtime's
# own, which host_bind() (host.h) turns to the library if it points to the program.
#
#   sh host.sh OBJECT CC NM OBJCOPY LD    changes OBJECT, which is all of the runtime
#
#   strlen(text)  becomes  call mz.host.strlen:  jmp *(the row of strlen in mz_host)
set -e
object=$1 cc=$2 nm=$3 objcopy=$4 ld=$5

# Variables, what is not of a shared library, and what finds the others.
is_left='^(_GLOBAL_OFFSET_TABLE_|__mz_.*|stdin|stdout|stderr|environ|signgam|optarg|opterr|optind|optopt|_IO_list_all|dlsym|__executable_start|_end|__.*(di|ti|tf|df|sf|xf|dc|sc|xc)[0-9])$'
"$nm" -u "$object" | sed -n 's/^ *U //p' | grep -v -E "$is_left" >"$object.names"

jump() { # symbol of the row
    case $("$cc" -dumpmachine) in
    x86_64*) printf '    jmp *%s(%%rip)\n' "$1" ;;
    aarch64*) printf '    adrp x16, %s\n    ldr x16, [x16, :lo12:%s]\n    br x16\n' "$1" "$1" ;;
    *) return 1 ;;
    esac
}

jump anything >/dev/null || exit 0 # elsewhere, names of the program count
while read -r name; do
    row="\"mz.row.$name\""
    printf '.text\n.globl "mz.host.%s"\n.type "mz.host.%s", %%function\n' "$name" "$name"
    printf '.balign 8\n"mz.host.%s":\n' "$name"
    jump "$row"
    printf '.section .rodata.mz_host,"aMS",%%progbits,1\n"mz.name.%s": .asciz "%s"\n' "$name" "$name"
    # Read-only once the dynamic linker has done its work.
    printf '.section .data.rel.ro.mz_host,"aw"\n.balign 8\n%s: .quad %s\n' "$row" "$name"
    printf '.section .data.rel.ro.local.mz_hosts,"aw"\n.balign 8\n.quad %s, "mz.name.%s"\n' "$row" "$name"
done <"$object.names" >"$object.host.s"
# The table has an end.
{
    printf '.section .data.rel.ro.local.mz_hosts,"aw"\n.quad 0, 0\n'
    printf '.section .note.GNU-stack,"",%%progbits\n'
} >>"$object.host.s"
sed -i '1i .section .data.rel.ro.local.mz_hosts,"aw"\n.balign 8\n.globl host_rows\nhost_rows:' "$object.host.s"
"$cc" -c "$object.host.s" -o "$object.host.o"
sed 's/.*/& mz.host.&/' "$object.names" >"$object.renamed"
"$objcopy" --redefine-syms="$object.renamed" "$object"
"$ld" -r -o "$object.all" "$object" "$object.host.o"
mv "$object.all" "$object"
rm -f "$object.names" "$object.host.s" "$object.host.o" "$object.renamed"
