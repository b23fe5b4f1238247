# SPDX-License-Identifier: Apache-2.0
# Small programs with known verdicts, each compiled, checked and replayed.
add_test(NAME programs COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/programs.sh
                               $<TARGET_FILE:mazurka>)
set_tests_properties(programs PROPERTIES TIMEOUT 900)
# The programs of the papers' tables with their smallest parameters, and the quick
# part of the tables; once is enough, in the plain debug build.
if(CMAKE_BUILD_TYPE STREQUAL Debug)
  add_test(NAME bench-programs
           COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/programs.sh
                   $<TARGET_FILE:mazurka> ${CMAKE_SOURCE_DIR}/bench/programs)
  add_test(NAME bench-tables COMMAND bench-tables --quick)
  set_tests_properties(bench-programs bench-tables PROPERTIES TIMEOUT 900)
endif()
