# SPDX-License-Identifier: Apache-2.0
# The tables of the papers: their text, and whether a difference is noticed.
add_executable(test-paper-table bench/test_paper_table.c)
target_link_libraries(test-paper-table PRIVATE bench testing cmocka)
add_test(NAME paper-table COMMAND test-paper-table)
add_test(NAME bench COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/bench/bench.sh
                            $<TARGET_FILE:bench-tables> $<TARGET_FILE:bench-speed>
                            $<TARGET_FILE:bench-plots>)
