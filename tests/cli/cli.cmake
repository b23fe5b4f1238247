# SPDX-License-Identifier: Apache-2.0
# The tool as its users see it: output, exit codes, files.
add_test(NAME cli COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/cli/cli.sh
                          $<TARGET_FILE:mazurka>)
checked(check mazurka cli)
set_tests_properties(cli PROPERTIES COST 300)
