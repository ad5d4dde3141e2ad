"""What lets somebody who thinks be an engine of the Gomocup protocol: standard input and output."""

from __future__ import annotations

import sys

from tictactoe.adapters.gomocup import FIVE, Brain, Conversation, hear


def serve(brain: Brain, k: int = FIVE) -> None:
    """Answer a manager until it ends the conversation or is gone."""
    conversation = Conversation(k)
    for line in sys.stdin:
        conversation, answer = hear(conversation, line, brain)
        for said in answer:
            print(said, flush=True)
        if conversation.is_over:
            return
