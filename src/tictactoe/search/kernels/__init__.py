"""Compiled code: functions of numbers and arrays that know nothing of the package's objects.

A set of cells is one 64-bit word. The question is always the same: can the attacker complete a line? The defender
prevents it, and in the real game may also complete one first. In the weak game (Maker-Breaker) the defender's lines
do not count.
"""
