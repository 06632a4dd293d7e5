"""The room of Bid Chess: its law, its men, its bot. Nothing here knows another game or the server."""
