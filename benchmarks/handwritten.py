"""Tic-Tac-Toe and Connect Four as a careful person writes them in plain Python: the yardstick.

Both offer what the engine offers too: a state, the list of legal moves, a move that is applied, and
a winner; a playout draws uniformly from the list of legal moves.
"""

from __future__ import annotations

from collections.abc import Callable

LINES = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6),
)  # fmt: skip
LINES_AT = tuple(tuple(line for line in LINES if cell in line) for cell in range(9))


class TicTacToe:
    def __init__(self) -> None:
        self.board = [0] * 9
        self.player = 1
        self.winner = 0
        self.left = 9

    def legal_moves(self) -> list[int]:
        return [cell for cell, mark in enumerate(self.board) if not mark]

    def apply(self, cell: int) -> None:
        board, player = self.board, self.player
        board[cell] = player
        self.left -= 1
        for a, b, c in LINES_AT[cell]:
            if board[a] == player and board[b] == player and board[c] == player:
                self.winner = player
                return
        self.player = 3 - player

    @property
    def is_over(self) -> bool:
        return bool(self.winner) or not self.left


WIDTH, HEIGHT = 7, 6


def _fours() -> tuple[tuple[tuple[int, int, int, int], ...], ...]:
    fours = []
    for column in range(WIDTH):
        for row in range(HEIGHT):
            for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(column + i * across, row + i * up) for i in range(4)]
                if all(0 <= c < WIDTH and 0 <= r < HEIGHT for c, r in cells):
                    fours.append(tuple(r * WIDTH + c for c, r in cells))
    return tuple(tuple(four for four in fours if cell in four) for cell in range(WIDTH * HEIGHT))


FOURS_AT = _fours()


class ConnectFour:
    def __init__(self) -> None:
        self.board = [0] * (WIDTH * HEIGHT)
        self.heights = [0] * WIDTH
        self.player = 1
        self.winner = 0
        self.left = WIDTH * HEIGHT

    def legal_moves(self) -> list[int]:
        return [column for column, height in enumerate(self.heights) if height < HEIGHT]

    def apply(self, column: int) -> None:
        board, player = self.board, self.player
        cell = self.heights[column] * WIDTH + column
        self.heights[column] += 1
        board[cell] = player
        self.left -= 1
        for a, b, c, d in FOURS_AT[cell]:
            if board[a] == player == board[b] and board[c] == player == board[d]:
                self.winner = player
                return
        self.player = 3 - player

    @property
    def is_over(self) -> bool:
        return bool(self.winner) or not self.left


def playout(make: Callable[[], TicTacToe | ConnectFour], random: Callable[[], float]) -> int:
    """Play one random game; return the number of moves."""
    game = make()
    moves = 0
    while not game.is_over:
        legal = game.legal_moves()
        game.apply(legal[int(random() * len(legal))])
        moves += 1
    return moves
