"""Statement pages of people who had not read the program that they are tried on."""
