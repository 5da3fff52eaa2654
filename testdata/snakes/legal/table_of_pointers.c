// expect: plays
// why: Constant tables with pointers need relocation (.data.rel.ro).

static const char *const moves[] = {"left", "right", "up", "down"};
extern const char *const *const table;
const char *const *const table = moves;

char *bot_name = "table_of_pointers";

int bot(int board[16][32], char player)
{
    const char *const *volatile view = table;
    return view[player == 'X'][0] == 'r' ? 'R' : 'L';
}
