"""Statement pages drawn by somebody who has not read the program that they are tried on."""
