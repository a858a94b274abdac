"""Experiments: what is played to answer a design question.

Each experiment is a study (`study.Study`): one folder with a run per cell, all on common seed blocks. The functions
here play the cells and hand the study to `reports.experiments`, which measures it and says what it means.
"""
