($n)=sort{length$_[$b]<=>length$_[$a]}0..$#_;$n?"!$n":":".int rand@_
