// expect: plays
// why: Digraphs are C; trigraphs are text, in gnu11.

char *bot_name = "what??!";

int bot(int board<:16:>[32], char player)
<%
    return player == 'X' ? 'R' : 'L';
%>
