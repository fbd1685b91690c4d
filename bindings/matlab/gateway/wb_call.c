/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* wb_call('wb_function', arguments...): calls a function of libController. */

#include <stdlib.h>
#include <string.h>

#include "gateway.h"

#define FUNCTION(name, action) \
  static void call_##name(Call *call) { action; }
#include "functions.h"
#undef FUNCTION

typedef struct {
  const char *name;
  void (*run)(Call *call);
} Function;

#define FUNCTION(name, action) {#name, call_##name},
static const Function functions[] = {
#include "functions.h"
};
#undef FUNCTION

static int compare(const void *name, const void *function) {
  return strcmp(name, ((const Function *)function)->name);
}

void mexFunction(int result_count, mxArray *results[], int argument_count, const mxArray *arguments[]) {
  char name[96];
  /* a controller may say `clear all`; the connection must live on */
  if (!mexIsLocked())
    mexLock();
  if (argument_count < 1 || mxGetString(arguments[0], name, sizeof name) != 0)
    mexErrMsgIdAndTxt("foxden:arguments", "wb_call needs the name of a function of libController first");
  const Function *function =
    bsearch(name, functions, sizeof functions / sizeof functions[0], sizeof functions[0], compare);
  if (!function)
    mexErrMsgIdAndTxt("foxden:arguments", "libController has no function %s for MATLAB", name);
  Call call = {name, argument_count - 1, arguments + 1, NULL};
  function->run(&call);
  if (call.result)
    results[0] = call.result;
  else if (result_count > 0)
    results[0] = mxCreateDoubleMatrix(0, 0, mxREAL);
}
