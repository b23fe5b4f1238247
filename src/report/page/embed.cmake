# SPDX-License-Identifier: Apache-2.0
# The page of --html as a C array: page.html with the style and the script in
# their places.   cmake -DFOLDER=… -DOUT=… -P embed.cmake
file(READ ${FOLDER}/page.html page)
foreach(part page.css page.js)
  file(READ ${FOLDER}/${part} text)
  string(REPLACE "@${part}@" "${text}" page "${page}")
endforeach()
file(WRITE ${OUT}.html "${page}")
file(READ ${OUT}.html bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
file(WRITE ${OUT} "extern const char html_page[];\nconst char html_page[] = {${bytes}0};\n")
