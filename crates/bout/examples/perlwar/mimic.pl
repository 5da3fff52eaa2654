$c{$_}++for grep$_,@_;($_)=sort{$c{$b}-$c{$a}}keys%c if$r>5;":".int rand@_
