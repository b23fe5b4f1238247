# SPDX-License-Identifier: Apache-2.0
# Small programs with known verdicts, each compiled, checked and replayed.
add_test(NAME programs COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/programs.sh
                               $<TARGET_FILE:mazurka>)
set_tests_properties(programs PROPERTIES TIMEOUT 900)
