// expect: refused S10
// message: bot
// line: 9
// why: No parameters (an old-style empty list, which matches no prototype with a char).

char *bot_name = "wrong type";

int bot()
{
    return 'L';
}
