// boardgame.io's reducer without server or store: whole matches of sealed bids, as long as goofspiel's.
// A line with a number of seconds asks for one slice; the answer is a line of JSON, by processor time.
'use strict';
const readline = require('readline');
const { CreateGameReducer, InitializeGame } = require('boardgame.io/internal');
const { sealed } = require('./sealed.js');

const ROUNDS = 13;
const reducer = CreateGameReducer({ game: sealed });
const first = InitializeGame({ game: sealed, numPlayers: 2 });
const bid = (card, playerID) => ({ type: 'MAKE_MOVE', payload: { type: 'bid', args: [card], playerID } });

function match() {
  let state = first;
  for (let round = 0; round < ROUNDS; round += 1) {
    state = reducer(state, bid(2 + (round % 13), '0'));
    state = reducer(state, bid(2 + ((round * 5) % 13), '1'));
  }
  if (state.G.turn !== ROUNDS) throw new Error(`only ${state.G.turn} turns were played`);
  return 2 * ROUNDS;
}

function slice(seconds) {
  const began = process.cpuUsage();
  let [bids, used] = [0, 0];
  while (used < seconds) {
    bids += match();
    const { user, system } = process.cpuUsage(began);
    used = (user + system) / 1e6;
  }
  return { rate: bids / used };
}

(async () => {
  match();
  for await (const line of readline.createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(slice(Number(line))));
  }
})();
