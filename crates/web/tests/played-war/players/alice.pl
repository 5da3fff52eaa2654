":1"
=round 3
"^".int(rand @_)
