/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Colours of a terminal. */

#ifndef WBU_ANSI_CODES_H
#define WBU_ANSI_CODES_H

#include <stdio.h>

#define ANSI_RESET "\x1b[0m"
#define ANSI_BOLD "\x1b[1m"
#define ANSI_UNDERLINE "\x1b[4m"
#define ANSI_BLACK_BACKGROUND "\x1b[40m"
#define ANSI_RED_BACKGROUND "\x1b[41m"
#define ANSI_GREEN_BACKGROUND "\x1b[42m"
#define ANSI_YELLOW_BACKGROUND "\x1b[43m"
#define ANSI_BLUE_BACKGROUND "\x1b[44m"
#define ANSI_MAGENTA_BACKGROUND "\x1b[45m"
#define ANSI_CYAN_BACKGROUND "\x1b[46m"
#define ANSI_WHITE_BACKGROUND "\x1b[47m"
#define ANSI_BLACK_FOREGROUND "\x1b[30m"
#define ANSI_RED_FOREGROUND "\x1b[31m"
#define ANSI_GREEN_FOREGROUND "\x1b[32m"
#define ANSI_YELLOW_FOREGROUND "\x1b[33m"
#define ANSI_BLUE_FOREGROUND "\x1b[34m"
#define ANSI_MAGENTA_FOREGROUND "\x1b[35m"
#define ANSI_CYAN_FOREGROUND "\x1b[36m"
#define ANSI_WHITE_FOREGROUND "\x1b[37m"
#define ANSI_CLEAR_SCREEN "\x1b[2J"

#define ANSI_PRINTF_IN_BLACK(text, ...) printf(ANSI_BLACK_FOREGROUND text ANSI_RESET, ##__VA_ARGS__)
#define ANSI_PRINTF_IN_RED(text, ...) printf(ANSI_RED_FOREGROUND text ANSI_RESET, ##__VA_ARGS__)
#define ANSI_PRINTF_IN_GREEN(text, ...) printf(ANSI_GREEN_FOREGROUND text ANSI_RESET, ##__VA_ARGS__)
#define ANSI_PRINTF_IN_YELLOW(text, ...) printf(ANSI_YELLOW_FOREGROUND text ANSI_RESET, ##__VA_ARGS__)
#define ANSI_PRINTF_IN_BLUE(text, ...) printf(ANSI_BLUE_FOREGROUND text ANSI_RESET, ##__VA_ARGS__)
#define ANSI_PRINTF_IN_MAGENTA(text, ...) printf(ANSI_MAGENTA_FOREGROUND text ANSI_RESET, ##__VA_ARGS__)
#define ANSI_PRINTF_IN_CYAN(text, ...) printf(ANSI_CYAN_FOREGROUND text ANSI_RESET, ##__VA_ARGS__)
#define ANSI_PRINTF_IN_WHITE(text, ...) printf(ANSI_WHITE_FOREGROUND text ANSI_RESET, ##__VA_ARGS__)
#define ANSI_CLEAR_CONSOLE() printf(ANSI_CLEAR_SCREEN "\n")

#endif
