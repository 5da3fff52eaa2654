// expect: plays
// why: A constant table of 256 KiB, made by macros.

#define R4(x) x, x + 1, x + 2, x + 3
#define R16(x) R4(x), R4(x + 4), R4(x + 8), R4(x + 12)
#define R256(x) R16(x), R16(x + 16), R16(x + 32), R16(x + 48), R16(x + 64), R16(x + 80), R16(x + 96), R16(x + 112), R16(x + 128), R16(x + 144), R16(x + 160), R16(x + 176), R16(x + 192), R16(x + 208), R16(x + 224), R16(x + 240)
#define R4K(x) R256(x), R256(x + 256), R256(x + 512), R256(x + 768), R256(x + 1024), R256(x + 1280), R256(x + 1536), R256(x + 1792), R256(x + 2048), R256(x + 2304), R256(x + 2560), R256(x + 2816), R256(x + 3072), R256(x + 3328), R256(x + 3584), R256(x + 3840)
static const int table[] = {R4K(0), R4K(4096), R4K(8192), R4K(12288), R4K(16384), R4K(20480), R4K(24576), R4K(28672), R4K(32768), R4K(36864), R4K(40960), R4K(45056), R4K(49152), R4K(53248), R4K(57344), R4K(61440)};
char *bot_name = "tables";

int bot(int board[16][32], char player)
{
    volatile int i = 65535;
    return table[i] == i ? (player == 'X' ? 'R' : 'L') : 'U';
}
