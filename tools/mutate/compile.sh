#!/bin/sh
# compile.sh FOLDER COMPILER ARGUMENT... SOURCE: compiles, through ccache if available. If FOLDER contains the source
# or a header under its path here, that mutated file is used instead.
overlay=$1
shift
cache=$(command -v ccache)
[ -d "$overlay" ] || exec $cache "$@"
compiler=$1
shift
left=$#
for argument; do
  shift
  left=$((left - 1))
  if [ $left -eq 0 ]; then
    here=$argument
    [ ! -f "$overlay$argument" ] || argument=$overlay$argument
    case $here in *.c) strict="-Werror=incompatible-pointer-types -Werror=int-conversion" ;; *) strict=-Wno-narrowing ;; esac
    case " $* " in *" -Os "*) strict="$strict -O0" ;; esac  # once for all mutants: compiling takes longer than running
    set -- "$@" -Wno-error $strict -iquote "${here%/*}" "$argument"
  else
    set -- "$@" "$argument"
  fi
done
root=$(cat "$overlay/root")
exec $cache "$compiler" -include "$overlay/chosen.h" -iquote "$overlay$root" "$@"
