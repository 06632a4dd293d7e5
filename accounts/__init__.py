"""Who a person is and how we reach them: accounts, tokens, links, the outbox. Knows nothing of games."""
