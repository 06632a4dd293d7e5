"""What templates of the pages need beside Django's own tags."""
