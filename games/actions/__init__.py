"""Every write of play, one transaction each. Doors call these; these call the rules and write the rows."""
