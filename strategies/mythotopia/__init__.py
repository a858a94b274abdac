"""Strategies for Mythotopia."""
