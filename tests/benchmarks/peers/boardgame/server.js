// boardgame.io's own server on loopback, with its store in files: PORT and STORE in the environment.
// Its store writes its queue once a second unless told not to, so a bid would wait that long: it is told not to.
'use strict';
const { Server, FlatFile, Origins } = require('boardgame.io/server');
const { sealed } = require('./sealed.js');

const store = new FlatFile({ dir: process.env.STORE, logging: false });
const init = store.games.init.bind(store.games);
store.games.init = (options) => init({ ...options, writeQueue: false });
const server = Server({ games: [sealed], origins: [Origins.LOCALHOST], db: store });
const listen = server.app.listen;
server.app.listen = (port, ready) => listen.call(server.app, port, '127.0.0.1', ready); // else on every address
server.run({ port: Number(process.env.PORT) });
