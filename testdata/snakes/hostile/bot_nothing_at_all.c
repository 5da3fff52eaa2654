// expect: refused S10
// message: bot
// why: Nothing but these comments: neither `bot` nor `bot_name`.
