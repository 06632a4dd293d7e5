"""What happens to contests: founded, entered, drawn, played round by round, ended. All rows change here."""
