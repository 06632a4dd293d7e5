// Sealed bids for two, turn by turn, as boardgame.io has its games written.
'use strict';
const sealed = {
  name: 'sealed',
  setup: () => ({ turn: 0, taken: [0, 0], closed: [], secret: {} }),
  turn: { activePlayers: { all: 'bid' } },
  disableUndo: true,
  moves: {
    bid: ({ G, playerID }, card) => {
      if (!Number.isInteger(card) || card < 2 || card > 14 || G.secret[playerID] !== undefined) return 'INVALID_MOVE';
      G.secret[playerID] = card;
      const [north, south] = [G.secret['0'], G.secret['1']];
      if (north === undefined || south === undefined) return undefined;
      if (north !== south) G.taken[north > south ? 0 : 1] += 1;
      G.closed.push([north, south]);
      G.turn += 1;
      G.secret = {};
      return undefined;
    },
  },
};

module.exports = { sealed };
