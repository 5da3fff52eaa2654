// expect: plays
// why: Tabs, form feeds and vertical tabs.


char	*bot_name	=	"tabs";

int	bot(int	board[16][32],	char	player)
{
	return	player	==	'X'	?	'R'	:	'L';
}
