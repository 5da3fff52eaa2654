@e = grep !$_[$_], 1..$#_; ":$e[rand @e]"
=round 25
@e=grep$_[$_]&&$_[$_]ne$_[0],1..$#_;"^$e[rand@e]"
=round 50
@e=grep$_[$_]&&$_[$_]ne$_[0],1..$#_;"!$e[rand@e]"
=round 75
@e = grep !$_[$_], 1..$#_; ":$e[rand @e]"
