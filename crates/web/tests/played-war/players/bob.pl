"!".int(rand @_)
