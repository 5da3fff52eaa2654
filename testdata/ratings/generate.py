"""Writes choix.json: what choix, a library of others, makes of invented results.

    python3 -m venv venv && venv/bin/pip install choix==0.4.1 && venv/bin/python generate.py > choix.json

Strengths are natural logarithms with mean 0, without a prior (alpha = 0). They are found by choix's Luce spectral ranking
and, starting there, by its minimisation of the likelihood, and both must agree.
"""

import json
from importlib.metadata import version

import choix
import numpy


def centred(strengths):
    return [float(strength) for strength in strengths - numpy.mean(strengths)]


def checked(spectral, minimised):
    assert numpy.max(numpy.abs(numpy.array(centred(spectral)) - numpy.array(centred(minimised)))) < 1e-5
    return centred(spectral)


def pairwise(generator, entrants, games):
    """Games of two: each is [winner, loser]."""
    true = generator.normal(0, 1, entrants)
    while True:
        results = []
        for _ in range(games):
            one, other = (int(entrant) for entrant in generator.choice(entrants, 2, replace=False))
            wins = generator.random() < 1 / (1 + numpy.exp(true[other] - true[one]))
            results.append([one, other] if wins else [other, one])
        try:
            spectral = choix.ilsr_pairwise(entrants, results, alpha=0, max_iter=10000, tol=1e-12)
        except ValueError:
            continue  # Somebody won or lost everything: there is no maximum.
        minimised = choix.opt_pairwise(entrants, results, alpha=0, method="Newton-CG", initial_params=spectral, tol=1e-12)
        return {"entrants": entrants, "results": results, "strengths": checked(spectral, minimised)}


def rankings(generator, entrants, games, size):
    """Games of several: each is a list from the first to the last."""
    true = generator.normal(0, 1, entrants)
    while True:
        results = []
        for _ in range(games):
            members = generator.choice(entrants, size, replace=False)
            # The order of strengths with Gumbel errors is Plackett-Luce.
            order = numpy.argsort(-(true[members] + generator.gumbel(size=size)))
            results.append([int(entrant) for entrant in members[order]])
        try:
            spectral = choix.ilsr_rankings(entrants, results, alpha=0, max_iter=10000, tol=1e-12)
        except ValueError:
            continue
        minimised = choix.opt_rankings(entrants, results, alpha=0, method="Newton-CG", initial_params=spectral, tol=1e-12)
        return {"entrants": entrants, "results": results, "strengths": checked(spectral, minimised)}


generator = numpy.random.default_rng(20261121)
found = {
    "choix": version("choix"),
    "pairwise": [pairwise(generator, entrants, games) for entrants, games in [(3, 20), (6, 90), (15, 400)]],
    "rankings": [
        rankings(generator, entrants, games, size) for entrants, games, size in [(4, 30, 3), (7, 60, 4), (12, 120, 6)]
    ],
}
# A game a line, so that changes can be read.
print(json.dumps(found).replace("{", "\n{").replace("]], ", "]],\n"))
