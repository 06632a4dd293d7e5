// Eight closed loops of sealed bids at a boardgame.io server, each at a table of its own: PORT in the environment.
// A line with a number of seconds asks for one slice; the answer is a line of JSON.
'use strict';
const readline = require('readline');
const { io } = require('socket.io-client');

const base = `http://127.0.0.1:${process.env.PORT}`;
const CLIENTS = 8;

async function rest(path, body) {
  const answer = await fetch(base + path, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

async function table() {
  const { matchID } = await rest('/games/sealed/create', { numPlayers: 2 });
  const seats = [];
  for (const playerID of ['0', '1']) {
    const { playerCredentials } = await rest(`/games/sealed/${matchID}/join`, { playerID, playerName: playerID });
    const socket = io(`${base}/sealed`, { transports: ['websocket'], forceNew: true });
    await new Promise((resolve) => {
      socket.on('connect', () => socket.emit('sync', matchID, playerID, playerCredentials, 2));
      socket.once('sync', resolve);
    });
    seats.push({ playerID, credentials: playerCredentials, socket });
  }
  return { matchID, seats, state: 0, bids: 0 };
}

function bid(at) {
  const { playerID, credentials, socket } = at.seats[at.bids % 2];
  at.bids += 1;
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('a bid was not answered')), 10000);
    const heard = (_match, state) => {
      if (state._stateID <= at.state) return;
      clearTimeout(late);
      socket.off('update', heard);
      at.state = state._stateID;
      resolve();
    };
    socket.on('update', heard);
    const payload = { type: 'bid', args: [2 + ((at.bids * 7) % 13)], playerID, credentials };
    socket.emit('update', { type: 'MAKE_MOVE', payload }, at.state, at.matchID, playerID);
  });
}

async function slice(tables, seconds) {
  const began = performance.now();
  const lags = [];
  await Promise.all(tables.map(async (at) => {
    while (performance.now() - began < 1000 * seconds) {
      const sent = performance.now();
      await bid(at);
      lags.push(performance.now() - sent);
    }
  }));
  lags.sort((a, b) => a - b);
  return { rate: (1000 * lags.length) / (performance.now() - began), p95: lags[Math.floor(0.95 * lags.length)] };
}

(async () => {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    // All bids of a match are stored with each, so every slice begins at fresh tables.
    const tables = await Promise.all(Array.from({ length: CLIENTS }, table));
    console.log(JSON.stringify(await slice(tables, Number(line))));
    for (const { socket } of tables.flatMap((at) => at.seats)) socket.disconnect();
  }
  process.exit(0);
})();
