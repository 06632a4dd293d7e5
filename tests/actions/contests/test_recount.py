"""The host's check of contests: silent where all fits, loud where a result is another than was played."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from games.actions.contests import recount
from games.models import Contest, Group, Match, Pairing, Side
from games.seals import seal
from tests.actions.contests.cups import begun, plan_of, played

pytestmark = pytest.mark.django_db


def audited() -> tuple[int, list[str]]:
    out, code = StringIO(), 0
    try:
        call_command("audit", stdout=out, no_color=True)
    except SystemExit as end:
        code = int(end.code or 0)
    return code, out.getvalue().splitlines()


def test_sound_contests_pass() -> None:
    played(begun("ann", "bob", "cid"))
    begun("dot", "eve", plan=plan_of("knockout", best_of=3))
    played(begun("fay", "gus", "hal", "ida", plan=plan_of("duplicate", rounds=1)))
    assert audited() == (0, ["6 matches checked, 0 with findings", "3 contests checked, 0 with findings"])


def test_whatever_was_changed_by_hand_is_found() -> None:
    contest = played(begun("ann", "bob"))
    side = Side.objects.get(entry__user__username="bob")
    Side.objects.filter(pk=side.pk).update(points=120)
    Pairing.objects.filter(pk=side.pairing_id).update(how="played")
    assert recount.findings_of(contest) == [
        "stage 0, group 1, round 1, board 1: another result is stored than its matches came to",
        "stage 0, group 1: other standings are stored than a recount gives",
    ]
    Pairing.objects.update(how="open")
    Group.objects.update(stale=True)
    Match.objects.update(seed_commitment="0" * 64)
    Contest.objects.update(seed="00" * 32, seed_commitment="0" * 64)
    contest.refresh_from_db()
    code = Match.objects.get().code
    assert recount.findings_of(contest) == [
        "the seed does not fit its commitment",
        "another seed is published than the one of its draws",
        f"match {code}: its seed does not follow from that of the contest",
        "stage 0, group 1, round 1, board 1: open although the contest has ended",
    ]
    assert audited()[0] == 1
    Contest.objects.update(sealed_seed=seal(b"x")[:-4])
    contest.refresh_from_db()
    (finding,) = recount.findings_of(contest)
    assert finding.startswith("the seed can't be read")
