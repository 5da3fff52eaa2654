@e = grep $_[$_] ne $_[0], 1..$#_; ":$e[rand @e]"
