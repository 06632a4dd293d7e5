"""Sends what goes beside mail: claims deliveries, has them written, posts them. Knows not what they say.

A delivery is claimed for a minute and marked the moment its answer is there, as in the outbox, so whatever
crashes, none is lost, and one whose answer was not yet marked goes out again under the same id. Devices and
hooks are called side by side, each in its own order; a slow one holds up only itself.
"""

from __future__ import annotations

import datetime
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from queue import SimpleQueue
from urllib.parse import urlsplit

import msgspec
import structlog
from cryptography.fernet import InvalidToken
from django.db import transaction
from django.db.models import F

from accounts import vault
from accounts.addresses import Answer, BadAddress, Unreachable, post
from accounts.channels import Channel, Delivery, DeliveryQuerySet
from accounts.envelopes import Envelope, Message, Target, envelope
from accounts.hours import leaves_enough, quiet_end
from accounts.outbox import reading_as

log = structlog.get_logger(__name__)

BATCH = 100
LEASE = datetime.timedelta(seconds=60)
"""How long a claim holds. A sender that died is made up for after this time."""
SLICE = 5.0
"""Seconds after which no further post begins: the clock's own work shares these processes."""
LANES = 8
"""How many posts are on their way at once, and how many of them to one host."""
LANES_A_HOST = 4
PAUSES = [datetime.timedelta(minutes=minutes) for minutes in (0.5, 2, 10, 30, 120, 360, 900)]
"""How long after each failed try the next one is made; about a day in all."""
MOST_FAILURES = 40
"""After how many failed tries in a row a hook is switched off."""
GONE = (404, 410)
"""With these a push service or a hook says that nobody is there any more, and nobody will be."""

Builder = Callable[[Sequence[Delivery], datetime.datetime], Mapping[int, Message]]
"""Writes the messages of some deliveries, by key; one that is missing in the answer is no longer needed."""

BUILDERS: dict[str, Builder] = {}


def register(kind: str, builder: Builder) -> None:
    """Name the builder that writes messages of a kind. It gets deliveries with channel and person read."""
    BUILDERS[kind] = builder


@dataclass(frozen=True)
class Job:
    """What is posted for one delivery."""

    delivery: Delivery
    envelope: Envelope


@dataclass(frozen=True)
class Result:
    """What became of a job: an answer, or why there was none; neither if it was not begun.

    ``held`` is one that was not begun because another for the same channel had just failed.
    """

    job: Job
    answer: Answer | None = None
    error: str = ""
    hopeless: bool = False
    held: bool = False


@dataclass
class Lane:
    """The jobs for one host that are done one after the other. Touches no database."""

    jobs: list[Job] = field(default_factory=list)

    def run(self, until: float, results: SimpleQueue[Result]) -> None:
        """Post one after the other; after a failure that channel's others wait."""
        failed: set[int] = set()
        for job in self.jobs:
            held = job.delivery.channel_id in failed
            if held or time.monotonic() > until:
                results.put(Result(job, held=held))
                continue
            result = _posted(job)
            if result.answer is None or not 200 <= result.answer.status < 300:
                failed.add(job.delivery.channel_id)
            results.put(result)


def _posted(job: Job) -> Result:
    try:
        sealed = job.envelope
        return Result(job, post(sealed.address, sealed.headers, sealed.body))
    except BadAddress as error:
        return Result(job, error=f"refused: {error.code}", hopeless=True)
    except Unreachable as error:
        return Result(job, error=str(error))
    except Exception as error:
        return Result(job, error=type(error).__name__)


def send_ready(clock: Callable[[], datetime.datetime], seconds: float = SLICE) -> int:
    """Send batch after batch until nothing is ready or the time is up; how many were sent."""
    end, sent = time.monotonic() + seconds, 0
    with ThreadPoolExecutor(max_workers=LANES) as pool:
        while time.monotonic() < end:
            claimed = claim(clock())
            if not claimed:
                break
            sent += _send(claimed, clock, end, pool)
    return sent


def claim(now: datetime.datetime) -> list[Delivery]:
    """Take the longest waiting deliveries for a minute; no two senders get the same."""
    with transaction.atomic():
        ready = Delivery.objects.ready(now).select_related("channel__user")
        batch = list(ready.select_for_update(of=("self",), skip_locked=True)[:BATCH])
        Delivery.objects.filter(pk__in=[delivery.pk for delivery in batch]).update(
            send_at=now + LEASE, attempts=F("attempts") + 1
        )
    for delivery in batch:
        delivery.attempts += 1
    return batch


def _send(
    batch: list[Delivery], clock: Callable[[], datetime.datetime], end: float, pool: ThreadPoolExecutor
) -> int:
    now = clock()
    jobs = list(_jobs(batch, now))
    results: SimpleQueue[Result] = SimpleQueue()
    for lane in _lanes(jobs):
        pool.submit(lane.run, end, results)
    sent = 0
    for _job in jobs:
        sent += settle(results.get(), clock())
    log.info("beside_batch", claimed=len(batch), sent=sent)
    return sent


def _lanes(jobs: Sequence[Job]) -> list[Lane]:
    """The jobs by host, at most so many lanes each; those of one channel stay in one, healthy ones first."""
    hosts: dict[str, dict[int, list[Job]]] = defaultdict(lambda: defaultdict(list))
    for job in jobs:
        hosts[urlsplit(job.envelope.address).netloc][job.delivery.channel_id].append(job)
    lanes: list[Lane] = []
    for channels in hosts.values():
        own = [Lane() for _n in range(min(LANES_A_HOST, len(channels)))]
        for number, of_one in enumerate(
            sorted(channels.values(), key=lambda few: few[0].delivery.channel.failures)
        ):
            own[number % len(own)].jobs += of_one
        lanes += own
    return _in_turn(lanes)


def _in_turn(lanes: list[Lane]) -> list[Lane]:
    """Healthy lanes first, and everybody's first one before anybody's second: many slow hosts of one person
    keep none of the others waiting.
    """
    had: Counter[int] = Counter()
    places: list[tuple[bool, int, int]] = []
    for lane in lanes:
        channel = lane.jobs[0].delivery.channel
        places.append((channel.failures > 0, had[channel.user_id], channel.failures))
        had[channel.user_id] += 1
    order = sorted(range(len(lanes)), key=places.__getitem__)
    return [lanes[at] for at in order]


def _jobs(batch: Sequence[Delivery], now: datetime.datetime) -> Iterator[Job]:
    """What is to be posted of a batch. What is no longer needed is dropped, what may wait is put off."""
    wanted = [delivery for delivery in batch if not _dropped(delivery)]
    messages = _written(wanted, now)
    for delivery in wanted:
        message = messages.get(delivery.pk)
        if message is None:
            continue
        wait = _quiet(delivery, message, now)
        if wait is not None:
            _mine(delivery).update(send_at=wait, attempts=F("attempts") - 1)
            continue
        try:
            yield Job(delivery, _sealed(delivery, message, now))
        except (InvalidToken, ValueError) as error:
            log.error("beside_not_sealed", delivery=delivery.pk, error=type(error).__name__)
            _mine(delivery).update(status=Delivery.Status.FAILED, error="its keys do not open")


def _dropped(delivery: Delivery) -> bool:
    """Whether nobody is to get this any more; then it is marked so."""
    off = delivery.channel.off_at is not None or not delivery.channel.user.is_active
    if off:
        _mine(delivery).update(status=Delivery.Status.DROPPED, error="")
    return off


def _written(batch: Sequence[Delivery], now: datetime.datetime) -> dict[int, Message]:
    """The messages that are still needed, by delivery. One that can't be does not spoil the others."""
    kinds: dict[Builder, list[Delivery]] = defaultdict(list)
    for delivery in batch:
        kinds[BUILDERS[delivery.kind]].append(delivery)
    messages: dict[int, Message] = {}
    for builder, deliveries in kinds.items():
        messages.update(_built(builder, deliveries, now))
    return messages


def _built(builder: Builder, deliveries: Sequence[Delivery], now: datetime.datetime) -> Mapping[int, Message]:
    try:
        made = builder(deliveries, now)
    except Exception as error:
        if len(deliveries) > 1:
            return {pk: m for one in deliveries for pk, m in _built(builder, [one], now).items()}
        log.error("beside_not_built", delivery=deliveries[0].pk, kind=deliveries[0].kind, exc_info=error)
        _try_again(deliveries[0], type(error).__name__, now)
        return {}
    for delivery in deliveries:
        if delivery.pk not in made:
            _mine(delivery).update(status=Delivery.Status.DROPPED, error="")
    return made


def _quiet(delivery: Delivery, message: Message, now: datetime.datetime) -> datetime.datetime | None:
    """Until when a person's quiet hours hold a message back; not past its deadline."""
    if delivery.channel.table or delivery.kind == TEST:
        return None
    person = delivery.channel.user
    until = quiet_end(person.quiet_from, person.quiet_until, person.tzinfo, now)
    return until if until is not None and leaves_enough(message.until, until, now) else None


TEST = "test"


def _sealed(delivery: Delivery, message: Message, now: datetime.datetime) -> Envelope:
    channel = delivery.channel
    target = msgspec.json.decode(vault.unseal(channel.sealed), type=Target)
    name = f"{delivery.pk}.{int(delivery.created_at.timestamp())}"
    with reading_as(channel.user):
        return envelope(channel.form, target, message, name, now)


def settle(result: Result, now: datetime.datetime) -> int:
    """Store what became of a job; 1 if it was sent."""
    delivery, answer = result.job.delivery, result.answer
    if answer is None and not result.error:
        later = PAUSES[0] if result.held else datetime.timedelta(0)
        _mine(delivery).update(send_at=now + later, attempts=F("attempts") - 1)
        return 0
    if answer is not None and 200 <= answer.status < 300:
        _mine(delivery).update(status=Delivery.Status.SENT, sent_at=now, error="")
        if delivery.channel.failures or delivery.channel.error:
            Channel.objects.filter(pk=delivery.channel_id).update(failures=0, error="")
        return 1
    error = result.error if answer is None else _said(answer)
    if answer is not None and answer.status in GONE:
        _gone(delivery, error, now)
        return 0
    hopeless = result.hopeless or (
        answer is not None and answer.status < 500 and answer.status not in (408, 425, 429)
    )
    if hopeless:
        _mine(delivery).update(status=Delivery.Status.FAILED, error=error)
    else:
        _try_again(delivery, error, now, answer.wait if answer else 0)
    _count_failure(delivery.channel, error, now)
    return 0


def _said(answer: Answer) -> str:
    """What an answer says to the owner of a hook: its status and a few plain words of it, no more."""
    words = "".join(
        letter if letter.isprintable() else " " for letter in answer.body.decode("utf-8", "replace")
    )
    return f"HTTP {answer.status} {' '.join(words.split())}"[:100].rstrip()


def _gone(delivery: Delivery, error: str, now: datetime.datetime) -> None:
    """Nobody is there any more: a device is forgotten, a hook is switched off and its owner sees why."""
    log.info("channel_gone", channel=delivery.channel_id, form=delivery.channel.form)
    if delivery.channel.form == Channel.Form.PUSH:
        delivery.channel.delete()
        return
    _mine(delivery).update(status=Delivery.Status.FAILED, error=error)
    Channel.objects.filter(pk=delivery.channel_id).update(off_at=now, error=error, failures=F("failures") + 1)


def _count_failure(channel: Channel, error: str, now: datetime.datetime) -> None:
    Channel.objects.filter(pk=channel.pk).update(failures=F("failures") + 1, error=error)
    Channel.objects.filter(pk=channel.pk, failures__gte=MOST_FAILURES, off_at=None).update(off_at=now)


def _try_again(delivery: Delivery, error: str, now: datetime.datetime, wait: int = 0) -> None:
    """Try again after a pause, as long as the other side asks if that is longer; give up after the last."""
    if delivery.attempts > len(PAUSES):
        _mine(delivery).update(status=Delivery.Status.FAILED, error=error)
        return
    pause = max(PAUSES[delivery.attempts - 1], min(datetime.timedelta(seconds=wait), PAUSES[-1]))
    _mine(delivery).update(send_at=now + pause, error=error)


def _mine(delivery: Delivery) -> DeliveryQuerySet:
    """The delivery as long as our claim on it holds: every claim counts ``attempts`` up."""
    return Delivery.objects.pending().filter(pk=delivery.pk, attempts=delivery.attempts)
