"""The pages of contests: for everybody, and the console of their directors."""
