"""A runner as a course hands it out, in our own words: it draws the board and asks `tictactoe` for everything else.

Its title repeats the board, so that a test can read it.
"""

import sys
import time

import pygame

import tictactoe as ttt

WIDTH, HEIGHT, TILE = 600, 400, 80
BLACK, WHITE = (0, 0, 0), (255, 255, 255)
CORNER = (WIDTH // 2 - 1.5 * TILE, HEIGHT // 2 - 1.5 * TILE)

pygame.init()
screen = pygame.display.set_mode((WIDTH, HEIGHT))
font = pygame.font.Font(None, 36)
buttons = {ttt.X: pygame.Rect(112, 200, 150, 50), ttt.O: pygame.Rect(337, 200, 150, 50)}
user = None
board = ttt.initial_state()
computers_turn = False


def write(text, center):
    drawn = font.render(text, True, WHITE)
    screen.blit(drawn, drawn.get_rect(center=center))


while True:
    clicked = None
    for event in pygame.event.get():
        if event.type == pygame.QUIT:
            sys.exit()
        if event.type == pygame.MOUSEBUTTONDOWN:
            clicked = event.pos
    screen.fill(BLACK)

    if user is None:
        pygame.display.set_caption("Play tic-tac-toe")
        for mark, rect in buttons.items():
            pygame.draw.rect(screen, WHITE, rect, 2)
            write(f"Play as {mark}", rect.center)
            if clicked and rect.collidepoint(clicked):
                user = mark
        pygame.display.flip()
        continue

    tiles = []
    for row in range(3):
        for col in range(3):
            tile = pygame.Rect(CORNER[0] + col * TILE, CORNER[1] + row * TILE, TILE, TILE)
            pygame.draw.rect(screen, WHITE, tile, 3)
            if board[row][col] != ttt.EMPTY:
                write(board[row][col], tile.center)
            tiles.append((row, col, tile))

    over = ttt.terminal(board)
    mover = ttt.player(board)
    if over:
        winner = ttt.winner(board)
        title = "Game Over: Tie." if winner is None else f"Game Over: {winner} wins."
    elif user == mover:
        title = f"Play as {user}"
    else:
        title = "Computer thinking..."
    write(title, (WIDTH // 2, 30))
    text = "/".join("".join(mark or "." for mark in row) for row in board)
    pygame.display.set_caption(f"{title} {text}")
    pygame.display.flip()

    if user != mover and not over:
        if computers_turn:
            time.sleep(0.1)
            board = ttt.result(board, ttt.minimax(board))
            computers_turn = False
        else:
            computers_turn = True
    if clicked and user == mover and not over:
        for row, col, tile in tiles:
            if board[row][col] == ttt.EMPTY and tile.collidepoint(clicked):
                board = ttt.result(board, (row, col))
