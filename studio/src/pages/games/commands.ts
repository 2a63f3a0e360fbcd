/** What the palette knows of the games. */

import { GAMES, type Games } from "../../model/games";
import type { Command } from "../../shell/commands";

const TITLES: Record<(typeof GAMES)[number], string> = {
  "connect-four": "Connect Four",
  "four-in-a-row": "Four in a Row",
  sudoku: "Sudoku",
  "2048": "2048",
  tetrisito: "Tetrisito",
};

export function gameCommands(games: Games): Command[] {
  const reason = (): string | undefined =>
    games.isThere() ? undefined : "This Jetan has no games";
  return [
    {
      id: "games",
      title: "Games",
      group: "View",
      icon: "games",
      names: ["Play", "Lobby"],
      reason,
      run: () => {
        games.show();
      },
    },
    ...GAMES.map((game): Command => ({
      id: `play-${game}`,
      title: `Play ${TITLES[game]}`,
      group: "Games",
      names: [TITLES[game]],
      reason,
      run: () => void games.take(game),
    })),
  ];
}
