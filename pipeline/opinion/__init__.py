"""What a model makes of each difference: an opinion for a person, from which nothing follows."""
