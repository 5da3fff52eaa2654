for$n(1..$#_){return$_[$n]="die","~$n"if$_[$n]&&$_[$n]ne$_&&$_[$n]ne"die"}":".int rand@_
