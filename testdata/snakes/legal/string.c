// expect: plays
// why: string.h.

#include <stdlib.h>
#include <string.h>

char *bot_name = "string";

int bot(int board[16][32], char player)
{
    char text[64];
    strcpy(text, "left");
    strcat(text, ",right");
    strncat(text, ",up,down", 3);
    char copy[64];
    strncpy(copy, text, sizeof copy);
    volatile const char *hay = "haystack with a needle";
    char *token = strtok(copy, ",");
    int tokens = 0;
    for (; token; token = strtok(0, ","))
        tokens++;
    char moved[8] = "abcdefg";
    memmove(moved + 1, moved, 6);
    if (strlen(text) != 13 || strcmp(text, "left,right,up") || strncmp(text, "left!", 4) || strchr(text, 'r') != text + 5 || strrchr(text, 't') != text + 9 || !strstr((const char *) hay, "needle") || strspn(text, "fel") != 3 || strcspn(text, ",") != 4 || !strpbrk(text, "xyzu") || memcmp(text, "left", 4) || memchr(text, 'f', 13) != text + 2 || tokens != 3 || strcmp(moved, "aabcdef") || strcoll("a", "b") >= 0)
        abort();
    return player == 'X' ? 'R' : 'L';
}
