# Writes the digest of all files of a list, one path per line, as a C string: cmake -D FILES=list -D ROOT=folder -D
# OUTPUT=file -P digest.cmake
file(STRINGS ${FILES} paths)
set(all "")
foreach(path IN LISTS paths)
  file(SHA256 ${path} digest)
  string(APPEND all "${path} ${digest}\n")
endforeach()
string(REPLACE "${ROOT}/" "" all "${all}")  # the same sources in another folder have the same digest
string(SHA256 digest "${all}")
string(SUBSTRING ${digest} 0 24 digest)
file(WRITE ${OUTPUT} "\"${digest}\"\n")
