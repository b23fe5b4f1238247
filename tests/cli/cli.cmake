# SPDX-License-Identifier: Apache-2.0
# The tool as its users see it: output, exit codes, files.
add_test(NAME cli COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/cli/cli.sh
                          $<TARGET_FILE:mazurka>)
checked(check mazurka cli)
set_tests_properties(cli PROPERTIES COST 300)

# Two algorithms agree.
add_test(NAME audits COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/cli/audit.sh
                             $<TARGET_FILE:mazurka>)
checked(check mazurka audits)

# What a person reads of each kind of finding.
add_test(NAME golden
         COMMAND sh ${PROJECT_SOURCE_DIR}/tests/report/golden.sh
                 $<TARGET_FILE:mazurka>)
set_tests_properties(golden PROPERTIES COST 100)

# What it writes for other programs is what the schemas say.
add_test(NAME formats
         COMMAND sh ${PROJECT_SOURCE_DIR}/tests/report/formats.sh
                 $<TARGET_FILE:mazurka>)
set_tests_properties(formats PROPERTIES COST 200 SKIP_RETURN_CODE 77)

# The page is the same in every build.
if(CMAKE_BUILD_TYPE STREQUAL Debug)
  add_test(NAME html
           COMMAND python3 ${PROJECT_SOURCE_DIR}/tests/report/html.py
                   $<TARGET_FILE:mazurka>)
  set_tests_properties(html PROPERTIES COST 200 SKIP_RETURN_CODE 77)
endif()
