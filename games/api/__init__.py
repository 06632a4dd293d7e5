"""The door for programs: JSON in, JSON out, every refusal a problem document. No rule lives here."""
