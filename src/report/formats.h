// SPDX-License-Identifier: Apache-2.0
// The forms in which a result is written to a file: one table. Of each row
// check/options.h makes the option and its help, check/outputs.c what is written.
//
// A text is made of the report alone, when there is a verdict, by the process
// that no program under test has run in. It is to be freed; NULL: there is
// nothing to be said in this form.

#ifndef MAZURKA_REPORT_FORMATS_H
#define MAZURKA_REPORT_FORMATS_H

#include "report/report.h"

// Does it tell of the steps of findings?
enum { COUNTS, TELLS };

// clang-format off
//    option   name       who takes it (check/options.h)   steps?  text of a report  what it is        help
#define FORMATS(F, X)                                                                                                                                         \
    F(X, JSON,    "json",    FOR_SEARCH | FOR_LITMUS,         TELLS,  json_result,      "result",         "write the result as JSON")                         \
    F(X, SARIF,   "sarif",   FOR_MODEL | FOR_CHECK | FOR_RUN, TELLS,  sarif_result,     "SARIF log",      "write the findings as SARIF 2.1.0")                \
    F(X, JUNIT,   "junit",   FOR_MODEL | FOR_CHECK | FOR_RUN, TELLS,  junit_result,     "JUnit report",   "write the result as a test case, in JUnit's XML")  \
    F(X, WITNESS, "witness", FOR_CHECK | FOR_RUN,             TELLS,  witness_result,   "witness",        "write a witness in the format of SV-COMP (YAML)")  \
    F(X, HTML,    "html",    FOR_MODEL | FOR_CHECK | FOR_RUN, TELLS,  html_result,      "HTML report",    "write all of it as one page to step through")      \
    F(X, DOT,     "dot",     FOR_MODEL | FOR_CHECK | FOR_RUN, COUNTS, dot_result,       "graph",          "draw the tree of the search for graphviz")
// clang-format on

#define FORMAT_TEXT(X, id, name, users, tells, text, what, help) \
    char *text(const struct report *report);
FORMATS(FORMAT_TEXT, )
#undef FORMAT_TEXT

#endif
