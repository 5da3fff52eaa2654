// What programs of Rust import of Windows' bcryptprimitives.dll, which Debian's wine does not have: random bytes.
// It stands beside the program that is tried in wine, and nowhere else.

#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(BYTE *bytes, SIZE_T count) {
    return RtlGenRandom(bytes, count);
}
