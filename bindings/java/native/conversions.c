/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Between the values of Java and those of C. Java's own "UTF-8" differs from everybody else's, so texts
 * are converted here. */

#include <string.h>

#include "natives.h"

void refuse(JNIEnv *env, const char *reason) {
  jclass type = (*env)->FindClass(env, "java/lang/IllegalArgumentException");
  if (type)
    (*env)->ThrowNew(env, type, reason);
}

static char *put_code_point(char *to, uint32_t code) {
  if (code < 0x80) {
    *to++ = (char)code;
  } else if (code < 0x800) {
    *to++ = (char)(0xc0 | code >> 6);
    *to++ = (char)(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    *to++ = (char)(0xe0 | code >> 12);
    *to++ = (char)(0x80 | (code >> 6 & 0x3f));
    *to++ = (char)(0x80 | (code & 0x3f));
  } else {
    *to++ = (char)(0xf0 | code >> 18);
    *to++ = (char)(0x80 | (code >> 12 & 0x3f));
    *to++ = (char)(0x80 | (code >> 6 & 0x3f));
    *to++ = (char)(0x80 | (code & 0x3f));
  }
  return to;
}

static int is_high(jchar unit) {
  return unit >= 0xd800 && unit < 0xdc00;
}

static int is_low(jchar unit) {
  return unit >= 0xdc00 && unit < 0xe000;
}

char *text_of(JNIEnv *env, jstring text) {
  if (!text)
    return NULL;
  const jsize length = (*env)->GetStringLength(env, text);
  const jchar *units = (*env)->GetStringChars(env, text, NULL);
  char *bytes = units ? malloc((size_t)length * 3 + 1) : NULL;
  if (bytes) {
    char *to = bytes;
    for (jsize i = 0; i < length; ++i) {
      if (is_high(units[i]) && i + 1 < length && is_low(units[i + 1])) {
        to = put_code_point(to, 0x10000 + ((uint32_t)(units[i] - 0xd800) << 10) + (units[i + 1] - 0xdc00));
        ++i;
      } else {
        to = put_code_point(to, is_high(units[i]) || is_low(units[i]) ? 0xfffd : units[i]);
      }
    }
    *to = 0;
  }
  if (units)
    (*env)->ReleaseStringChars(env, text, units);
  return bytes;
}

/* The next code point; a byte that belongs to none becomes a replacement character. */
static uint32_t take_code_point(const unsigned char **from) {
  const unsigned char *at = *from;
  const int more = *at < 0x80 ? 0 : *at >= 0xc2 && *at < 0xe0 ? 1 : *at >= 0xe0 && *at < 0xf0 ? 2 : *at >= 0xf0 && *at < 0xf5 ? 3 : -1;
  if (more < 0) {
    ++*from;
    return 0xfffd;
  }
  uint32_t code = more == 0 ? *at : *at & (0x3f >> more);
  for (int i = 1; i <= more; ++i) {
    if ((at[i] & 0xc0) != 0x80) {
      ++*from;
      return 0xfffd;
    }
    code = code << 6 | (at[i] & 0x3f);
  }
  *from += more + 1;
  return code > 0x10ffff ? 0xfffd : code;
}

jstring java_text(JNIEnv *env, const char *text) {
  if (!text)
    return NULL;
  const unsigned char *from = (const unsigned char *)text;
  jchar *units = malloc((strlen(text) + 1) * sizeof(jchar));
  if (!units)
    return NULL;
  jsize length = 0;
  while (*from) {
    const uint32_t code = take_code_point(&from);
    if (code >= 0x10000) {
      units[length++] = (jchar)(0xd800 + ((code - 0x10000) >> 10));
      units[length++] = (jchar)(0xdc00 + ((code - 0x10000) & 0x3ff));
    } else {
      units[length++] = (jchar)code;
    }
  }
  jstring result = (*env)->NewString(env, units, length);
  free(units);
  return result;
}

int numbers_of(JNIEnv *env, jdoubleArray array, int count, double *numbers) {
  if (!array || (*env)->GetArrayLength(env, array) < count) {
    refuse(env, "the array is null or too short");
    return 0;
  }
  (*env)->GetDoubleArrayRegion(env, array, 0, count, numbers);
  return 1;
}

/* One function for each kind of array; they differ in their types only. */
#define JAVA_ARRAY(function, array, element, make, fill)             \
  array function(JNIEnv *env, const element *numbers, int count) {   \
    if (count < 0 || (!numbers && count > 0))                        \
      return NULL;                                                   \
    array result = (*env)->make(env, count);                         \
    if (result && count > 0)                                         \
      (*env)->fill(env, result, 0, count, numbers);                  \
    return result;                                                   \
  }

JAVA_ARRAY(java_numbers, jdoubleArray, double, NewDoubleArray, SetDoubleArrayRegion)
JAVA_ARRAY(java_floats, jfloatArray, float, NewFloatArray, SetFloatArrayRegion)
JAVA_ARRAY(java_ints, jintArray, jint, NewIntArray, SetIntArrayRegion)

jbyteArray java_bytes(JNIEnv *env, const void *bytes, int count) {
  if (count < 0 || !bytes)
    return NULL;
  jbyteArray result = (*env)->NewByteArray(env, count);
  if (result && count > 0)
    (*env)->SetByteArrayRegion(env, result, 0, count, bytes);
  return result;
}
