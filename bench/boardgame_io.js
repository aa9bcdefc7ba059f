// A two-player game on boardgame.io's own server, in its plainest form: no rules at all, a board of
// 36 squares on which every move leaves its text, everything kept in memory.
const { Server, Origins } = require('boardgame.io/server');

const game = {
  name: 'scripted',
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ board: Array(36).fill(null), count: 0 }),
  turn: { activePlayers: { all: 'playing' } },
  moves: {
    push: ({ G }, text) => {
      G.board[G.count % 36] = text;
      G.count += 1;
    },
  },
};

const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
server
  .run({ port: 0 })
  .then(({ appServer }) => console.log(`listening at ${appServer.address().port}`));
