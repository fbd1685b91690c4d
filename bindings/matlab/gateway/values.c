/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Between the values of MATLAB and those of C. Memory that mxMalloc gives lives as long as the call. */

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "gateway.h"

static void refuse(Call *call, int place, const char *wanted) {
  mexErrMsgIdAndTxt("foxden:arguments", "%s: argument %d must be %s", call->name, place + 1, wanted);
}

static const mxArray *argument(Call *call, int place) {
  return place < call->count && !mxIsEmpty(call->arguments[place]) ? call->arguments[place] : NULL;
}

double number_at(Call *call, int place) {
  const mxArray *value = argument(call, place);
  if (!value || !(mxIsNumeric(value) || mxIsLogical(value) || mxIsChar(value)) || mxGetNumberOfElements(value) != 1)
    refuse(call, place, "a number");
  return mxGetScalar(value);
}

/* The conversion of a number that does not fit is undefined in C. */
static double within(double value, double low, double high) {
  return value != value ? 0 : value < low ? low : value > high ? high : value;
}

int integer_at(Call *call, int place) {
  return (int)within(number_at(call, place), INT_MIN, INT_MAX);
}

char truth_at(Call *call, int place) {
  return number_at(call, place) != 0;
}

WbDeviceTag tag_at(Call *call, int place) {
  return (WbDeviceTag)within(number_at(call, place), 0, USHRT_MAX);
}

const char *text_at(Call *call, int place) {
  if (place >= call->count)
    return NULL;
  if (!mxIsChar(call->arguments[place])) {
    if (mxIsEmpty(call->arguments[place]))
      return NULL;
    refuse(call, place, "a text");
  }
  return mxArrayToString(call->arguments[place]);
}

void *reference_at(Call *call, int place) {
  const mxArray *value = argument(call, place);
  if (!value)
    return NULL;
  if (mxIsUint64(value) && mxGetNumberOfElements(value) == 1)
    return (void *)(uintptr_t) * (const uint64_t *)mxGetData(value);
  if (number_at(call, place) != 0)
    refuse(call, place, "a reference, as functions of the library return it");
  return NULL;
}

const double *numbers_at(Call *call, int place, int count) {
  const mxArray *value = argument(call, place);
  if (!value || !mxIsDouble(value) || mxIsComplex(value) || mxIsSparse(value) ||
      mxGetNumberOfElements(value) != (size_t)count) {
    char wanted[64];
    snprintf(wanted, sizeof wanted, "an array of %d numbers", count);
    refuse(call, place, wanted);
  }
  return mxGetPr(value);
}

const void *bytes_at(Call *call, int place) {
  if (place >= call->count || !mxIsUint8(call->arguments[place]))
    refuse(call, place, "an array of uint8");
  return mxGetData(call->arguments[place]);
}

const int *integers_at(Call *call, int place) {
  if (place >= call->count || !mxIsInt32(call->arguments[place]))
    refuse(call, place, "an array of int32");
  return mxGetData(call->arguments[place]);
}

int count_at(Call *call, int place) {
  if (place >= call->count)
    refuse(call, place, "an array");
  return (int)within((double)mxGetNumberOfElements(call->arguments[place]), 0, INT_MAX);
}

void give_number(Call *call, double value) {
  call->result = mxCreateDoubleScalar(value);
}

void give_truth(Call *call, char value) {
  call->result = mxCreateLogicalScalar(value != 0);
}

void give_text(Call *call, const char *value) {
  call->result = mxCreateString(value ? value : "");
}

void give_reference(Call *call, const void *value) {
  call->result = mxCreateNumericMatrix(1, 1, mxUINT64_CLASS, mxREAL);
  *(uint64_t *)mxGetData(call->result) = (uintptr_t)value;
}

void give_numbers(Call *call, const double *values, int rows, int columns) {
  if (!values || rows < 0)
    rows = columns = 0;
  call->result = mxCreateDoubleMatrix((mwSize)rows, (mwSize)columns, mxREAL);
  if (rows > 0 && columns > 0)
    memcpy(mxGetPr(call->result), values, (size_t)rows * (size_t)columns * sizeof(double));
}

void give_bytes(Call *call, const void *values, int count) {
  if (!values || count < 0)
    count = 0;
  call->result = mxCreateNumericMatrix((mwSize)count, count ? 1 : 0, mxUINT8_CLASS, mxREAL);
  if (count > 0)
    memcpy(mxGetData(call->result), values, (size_t)count);
}
