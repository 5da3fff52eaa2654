"!" . (1 + int rand $#_)
