"""Kinds of practice question: positions made by chance, answers asked of the engine."""
