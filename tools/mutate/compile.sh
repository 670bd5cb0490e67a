#!/bin/sh
# compile.sh FOLDER COMPILER ARGUMENT... SOURCE: compiles, through ccache where there is one. What FOLDER holds of the
# source and of the headers, with the path that they have here, is taken instead of them: the mutated ones.
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
