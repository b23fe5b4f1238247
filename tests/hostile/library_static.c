// SPDX-License-Identifier: Apache-2.0
// flags $LIBRARY/static/liboutside.a
// check -- nothing => safe: 2 executions
// check -- adds => incomplete: calls outside of control (*outside_adds*) after 2 executions
// check --trust=outside_adds -- adds => safe: 2 executions
// check --trust=all -- adds => safe: 2 executions
// check --trust=../../library/outside.o -- adds => safe: 2 executions
// check --trust=../../library/static/liboutside.a -- adds => safe: 2 executions
// check --trust=../../library/none.o -- adds => incomplete: calls outside of control (*outside_adds*) after 2 executions
// check --trust=other -- adds => incomplete: calls outside of control (*outside_adds*) after 2 executions
// check -- pointer => incomplete: calls outside of control (*outside_adds*) after 2 executions
// check --trust=outside_adds -- pointer => safe: 2 executions
// check -- counts => incomplete: *
// check --trust=all -- counts => safe: 2 executions
// check -- writes => incomplete: *
// check -- reads => incomplete: *
// check -- exits => incomplete: * || not checked: *
// check -- exits_1 => incomplete: * || not checked: *
// check -- exits_now => incomplete: * || not checked: *
// check -- aborts => incomplete: * || not checked: * || unsafe: abort at library_shared.c:N after N executions
// check -- dies => incomplete: * || not checked: * || unsafe: uncaught-signal at library_shared.c:N after N executions
// check -- crashes => incomplete: * || not checked: * || unsafe: segfault at library_shared.c:N after N executions || unsafe: null-dereference at library_shared.c:N after N executions
// check -- jumps => incomplete: * || not checked: *
// check -- calls => incomplete: * || not checked: *
// check --trust=all -- calls => safe: 2 executions
// check -- locks => incomplete: * || not checked: *
// check -- starts_thread => incomplete: * || not checked: *
// check -- allocates => incomplete: * || not checked: *
// check -- frees => incomplete: * || not checked: *
// check --timeout=1 -- loops => incomplete: *
// check --timeout=1 -- blocks => incomplete: *
// check -- prints => incomplete: *
// check -- forges => incomplete: *
// check -- closes => incomplete: * || not checked: *
// check -- errx => incomplete: * || not checked: *
// check -- unmaps => incomplete: * || not checked: * || unsafe: segfault at library_shared.c:N after N executions
// check -- qsorts => incomplete: * || not checked: *
// check --trust=all -- qsorts => safe: 2 executions
// check -- variadic => incomplete: *
// check -- variable => safe: 2 executions || incomplete: *
// check -- found => unsafe: assertion at library_shared.c:N after N executions
// A library that was not compiled by us, in the orders of two stores.
#include "library_shared.c"
