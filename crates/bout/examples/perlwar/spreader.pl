@e = grep !$_[$_], 1..$#_; ":$e[rand @e]"
