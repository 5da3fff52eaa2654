":" . (30 + int rand 40)
