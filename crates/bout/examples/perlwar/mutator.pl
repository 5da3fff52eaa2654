s/\d*$/int rand 1e6/e; ":" . int rand @_ #0
