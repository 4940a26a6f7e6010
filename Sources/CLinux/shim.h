#if defined(__linux__)
#include <sys/xattr.h>
/* The C libraries declare it only to programs that ask for all extensions. */
int renameat2(int, const char *, int, const char *, unsigned int);
#endif
