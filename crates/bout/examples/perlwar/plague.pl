@e=grep!$_[$_],1..$#_;return":$e[0]"if@e;$_[$n=1+int rand$#_]=$_;"~$n"
