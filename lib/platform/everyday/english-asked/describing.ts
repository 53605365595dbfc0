/** How things are: see ../../everyday-words.ts for how a line is read. */
export const describing = `
abrupt, sudden, immediate
absent, missing, lacking, not present
absolute, full, complete
abundant, many, enough
accidental, by mistake, unintentional < accidentally, by accident
accurate, exact, precise, correct
active, running, enabled, in use
actual, real, current
acute, severe, urgent
adequate, sufficient, enough, suitable
adjacent, next, neighbouring, beside
advanced, expert, complex
aged, old
alike, similar, identical
alive, running, active, healthy
allowed, permitted, authorized, supported, accepted < okay, ok, legal
alone, single, standalone
ambiguous, unclear
ancient, old, legacy, previous
anonymous, unauthenticated, guest
apparent, visible, obvious
approximate, rough, estimated
arbitrary, custom, random
artificial, synthetic, fake
asynchronous, async, background, non-blocking
automatic, default, implicit, self
available, free, supported, ready, accessible, reachable
average, mean, typical
awake, active
aware, know
bad, wrong, invalid, incorrect, poor, unhealthy
bare, empty, minimal, plain
basic, simple, fundamental, minimal
beautiful, nice
big, large, maximum, size < huge, massive, giant
binary, executable
bitter, sour
blank, empty, missing, null
blind, accessibility, screen reader
blocked, forbidden, denied, stuck
bloated, large, size
blunt, dull
blurry, unclear, resolution
bold, strong, heavy
bright, light
brittle, fragile
broken, damaged, failed, invalid, corrupt, defective, not working < busted, kaput, dodgy
brief, short
busy, occupied, in use, overloaded
callable, function
calm, quiet
careful, cautious
careless, negligent
central, main, core
certain, sure, specific
changeable, mutable, editable, configurable
cheap, inexpensive, low cost, affordable
chief, main, primary
chronological, date, order, time
circular, cyclic, round, loop
clean, clear, fresh
clear, obvious, transparent
clever, smart
close, near, similar
clumsy, awkward
coarse, rough
cold, cool, low temperature < chilly, freezing
colourful, colored
common, usual, shared, frequent, general
complete, full, entire, finished
complex, complicated, advanced
compressed, gzip, zipped
compulsory, required, mandatory
confidential, secret, private, sensitive
connected, linked, attached, online
consecutive, successive, in a row
consistent, uniform
constant, fixed, immutable, permanent
contagious, infectious
continuous, ongoing, constant
convenient, easy, useful < handy
cool, cold
correct, right, valid, accurate, proper
corrupt, damaged, broken, invalid
costly, expensive
countless, many, unlimited
crazy, unusual
critical, important, essential, severe
crooked, bent
crucial, important, essential, required
crude, rough, simple
current, present, active, latest
custom, personalized, user-defined < homemade, homegrown, bespoke
daily, every day, 24 hours
damp, wet, moist
dangerous, unsafe, risky, hazardous
dark, dim, night
dead, unavailable, failed, inactive, removed < crashed, gone
deaf, accessibility
dear, expensive
decent, adequate, suitable
deep, nested, recursive
default, standard, preset, initial, usual
delayed, late, slow
delicate, fragile
dense, compact
dependent, linked
deprecated, obsolete, legacy, outdated < old-fashioned
desirable, recommended
detailed, verbose, full
different, separate, distinct
digital, electronic
dim, dark
direct, immediate, straight
dirty, modified, unclean
disabled, inactive, turned off
disposable, temporary
distant, remote, far
distinct, different, separate, unique
dominant, main
dormant, inactive, idle
double, twice, two
unavailable, offline, unreachable
dry, arid
due, expected, deadline
dull, matt, blunt
dumb, simple
dynamic, changing, runtime
eager, immediate
early, first, initial
easy, simple, straightforward
edible, safe to eat
effective, efficient
elderly, old
elegant, clean
eligible, qualified, entitled
embarrassing, awkward
embedded, nested, inline
empty, blank, missing, null, zero
enabled, active
encrypted, secure, protected
endless, infinite, unlimited
enormous, large, huge
enough, sufficient, adequate
entire, whole, complete, full
ephemeral, temporary
equal, identical, equivalent
essential, required, necessary, important
even, flat, equal
eventual, final, later
exact, precise, accurate, strict
excessive, too many
exclusive, sole
exempt, excluded, free
existing, present, current
expensive, costly, high cost < pricey, dear
experimental, beta, unstable, preview
expired, invalid, old
explicit, specified, declared
exposed, public, visible
external, outside, third-party, foreign
extinct, gone
extra, additional
extreme, severe, maximum
fair, balanced
fake, mock, dummy, false
false, incorrect, wrong, disabled
familiar, known
famous, popular
fancy, decorative
fast, quick, performance, rapid, speed
fatal, critical, severe
faulty, defective, broken
feasible, possible
less, minimum
fictional, fake
final, last
fine, ok, acceptable
finished, complete, done
fit, suitable, able
fixed, constant, static
flaky, unreliable, unstable, intermittent
flammable, fire hazard
flat, level
flawed, defective
flexible, configurable, adaptable
foolproof, safe
forbidden, prohibited, denied, not allowed < taboo
foreign, external, cross-origin
former, previous, old
fragile, delicate, brittle
free, available, unused < vacant
free, no cost, free of charge < without paying
frequent, often, common, regular
fresh, new, latest, recent
frozen, locked, suspended, immutable
full, complete, entire, maximum
functional, working
funny, strange
future, later, upcoming
general, common, global
generic, general
gentle, soft, mild
genuine, real, original, authentic
global, everywhere, whole
good, correct, valid, suitable, healthy
gradual, slow, incremental
grateful, thankful
great, large
greedy, consuming
guilty, responsible
half, 50%, partial
handy, useful, convenient
happy, satisfied
hard, difficult, strict
hard-coded, fixed, constant
harmful, dangerous, malicious
harmless, safe
harsh, severe, strict
healthy, ready, alive
heavy, large, weight
helpful, useful
hidden, invisible, private, excluded < tucked away, secret
high, large, maximum
hollow, empty
honest, true
horizontal, landscape, row
hot, warm, high temperature
hourly, every hour
human-readable, readable, text
humid, damp, moist
hungry, food
icy, cold, frozen
identical, equal, duplicate
idle, inactive, unused, waiting
illegal, forbidden, invalid, not allowed
immediate, instant, direct
immutable, read-only, constant, cannot be changed
impolite, rude
important, critical, essential, main
impossible, not possible, unsupported
inaccessible, unreachable, unavailable
inactive, disabled, idle, unused
inadequate, insufficient
inappropriate, unsuitable
incompatible, unsupported, conflict
incomplete, partial, missing, truncated
inconsistent, different, conflicting
incremental, gradual, delta
independent, standalone, separate
individual, single, separate, personal
inefficient, slow
inferior, lower
inflexible, strict, rigid
informal, casual
inherent, built-in
initial, first, default, start
inner, inside, nested, internal
innocent, harmless
insecure, unsafe, vulnerable, unencrypted
instant, immediate
insufficient, not enough, too little, too small
intact, undamaged, complete
intelligent, smart
interactive, prompt
intermediate, middle
intermittent, occasional, flaky
internal, inside, private
invalid, wrong, incorrect, not valid, illegal, malformed
invisible, hidden, transparent
irrelevant, unrelated, ignored
isolated, separate, sandboxed
joint, shared, common
junior, beginner
keen, interested
known, familiar, recognized
last, final, latest, previous
late, delayed
latest, newest, current, recent
lazy, deferred, on demand
lean, thin, minimal
legacy, old, deprecated
legal, allowed, lawful
lengthy, long
less, fewer, lower
lightweight, small, minimal
likely, probable
limited, restricted
linear, straight
little, small
live, production, running, real-time
local, on disk, own machine
lonely, single
long, length, duration
loose, relaxed, lenient
lost, missing, deleted
loud, noisy, verbose
low, minimum, small
lucky, fortunate
mad, angry
main, primary, principal, default, core
major, important, breaking, main
malformed, invalid, incorrect
malicious, harmful, attacker
manual, by hand
many, several, multiple, number
married, spouse
massive, large
mature, stable
maximum, highest, largest, upper, limit
mean, average
meaningful, useful
medical, health
messy, disordered
mild, gentle
minimal, minimum, smallest, least
minor, small
mismatched, different, conflict
missing, absent, not found, lost, undefined
mixed, combined
mobile, phone, portable
moderate, medium
modern, new, current
modest, small
modular, composable
monthly, every month
multiple, several, many, more than one
mutable, changeable, writable
mutual, shared
naked, bare
narrow, thin, limited
national, country
native, built-in
natural, organic
near, close, next
neat, tidy, clean
necessary, required, needed, essential
negative, below zero
nested, inside, inner, recursive
neutral, default
new, latest, recent, additional
nice, good
normal, usual, default, regular, standard
notable, important
noticeable, visible
numerous, many
obligatory, required, mandatory
obscure, hidden, unclear
obsolete, deprecated, old, outdated
obvious, clear
occasional, sometimes
occupied, in use, used, busy < taken
odd, unusual, strange
offensive, rude
official, recommended, supported
offline, disconnected, without internet, no connection
old, previous, legacy, outdated, earlier
online, connected, internet, web
opaque, solid
open, available, public
operational, running, working
optimal, best, recommended
optional, not required
ordinary, normal, regular
original, initial, first, source
orphaned, unused, leftover
outdated, old, obsolete, stale, expired
outer, outside, parent
outgoing, sent
overdue, late
overloaded, busy, too many
painful, difficult
paid, commercial
parallel, concurrent, simultaneous, at the same time
partial, incomplete
particular, specific, certain
passive, inactive
past, previous
patient, wait
peculiar, strange
perfect, ideal
permanent, persistent, forever, durable
permissive, lenient
persistent, permanent, stored, durable
personal, private, individual
physical, hardware
plain, simple, text
pleasant, nice
poisonous, toxic
polite, courteous
poor, bad, low
popular, common
portable, mobile
positive, above zero
possible, supported, feasible
powerful, strong
practical, useful
precise, exact, accurate
preferred, recommended, default
pregnant, maternity
preliminary, draft, initial
premature, too early, early
present, available, existing, current
pretty, formatted
previous, earlier, former, old, last
primary, main, leader, first
prior, previous
private, internal, confidential, personal
productive, efficient
professional, expert
prominent, visible, important
prone, likely
proper, correct, valid, suitable
protected, secured, read-only, locked
public, open, visible, published
pure, clean
quick, fast, rapid, short
quiet, silent, idle, low traffic
random, arbitrary
rapid, fast
rare, seldom, infrequent
raw, unprocessed, uncooked
reachable, accessible, available
readable, human, legible
read-only, readonly, immutable, not writable
ready, available, prepared, healthy
real, actual, true
reasonable, sensible
recent, new, latest, last
recommended, suggested, best practice, preferred
recurring, repeated, periodic
recursive, nested, subdirectories
redundant, duplicate, unnecessary
regional, local
regular, normal, periodic, usual
related, similar, connected
relative, compared
relevant, related, applicable
reliable, stable, robust, safe
reluctant, unwilling
remaining, left, rest
remote, distant, server
repeated, recurring, duplicate, multiple
replaceable, pluggable
representative, typical
required, mandatory, necessary, needed
reserved, not allowed, protected
resilient, robust, tolerant
responsible, in charge, owner
restricted, limited, protected
reusable, shared
reverse, opposite, descending
rich, full
right, correct, valid, proper
rigid, strict, fixed
ripe, mature
risky, dangerous, unsafe
robust, stable, reliable
rotten, spoiled
rough, approximate
round, circular
rude, offensive, inappropriate
running, active, started
rusty, corroded
safe, secure, protected, harmless
identical, equal
satisfied, met
scarce, limited
scary, dangerous
secondary, replica, second
secret, confidential, private, hidden
secure, safe, protected, encrypted
selective, specific, filter
senior, experienced
sensible, reasonable, recommended
separate, different, individual, independent
sequential, serial, in order
serious, severe, critical
shaky, unstable
shallow, top level
shared, common, public
sharp, cutting
shiny, polished
short, brief, small
shut, closed
sick, ill, unwell
silent, quiet, without warning, no error < silently
similar, like, related
simple, easy, basic, plain
single, one, individual
skinny, thin
slack, loose
sleepy, idle
slippery, wet
slight, small, minor
slow, delay, performance, latency < sluggish, laggy
small, little, minimum, size < tiny
smart, intelligent, automatic
smooth, even
social, community
soft, gentle
solid, firm
sore, painful
sour, acid
spare, backup, extra
special, specific, particular, custom
specific, particular, certain, individual
spicy, hot
splendid, excellent
spontaneous, automatic
stable, reliable, production-ready
stale, outdated, expired, old
standard, default, normal, usual
steady, stable, constant
steep, slope
sticky, adhesive
stiff, rigid
strange, unusual, unexpected < weird, odd
strict, exact, enforced
stuck, blocked, hanging, unresponsive, pending
stupid, wrong
subsequent, next, following
substantial, large
subtle, small
successful, passed, completed
sudden, unexpected, immediate
suitable, appropriate, fit, recommended
sunny, light
superfluous, unnecessary, unused
superior, better
supported, compatible, available, allowed
sure, certain
surplus, extra, unused
suspicious, unusual
sweet, sugar
swift, fast
synchronous, blocking
synthetic, artificial
tall, high
tedious, slow
temporary, short-lived, ephemeral, interim
tender, soft
terrible, bad
thick, wide
thin, narrow
third-party, external, community
thirsty, drink
thorough, complete, detailed
tidy, clean
tight, strict
timely, on time
tiny, small
tired, fatigue
tolerant, forgiving, lenient
top, highest, first
tough, hard
tracked, monitored
traditional, classic
transient, temporary
transparent, invisible, clear
tricky, difficult, complex
trivial, simple
true, enabled, correct
trusted, safe, known
typical, usual, common, default
ugly, unformatted
unable, fail
unacceptable, not allowed
unauthorized, not allowed, forbidden, access denied
unaware, not know
unbounded, unlimited
uncertain, unclear
unchanged, intact
uncommon, rare
unconditional, always
undefined, missing, null
underlying, internal
undesirable, unwanted
undocumented, internal
uneven, irregular
unexpected, surprising, unknown
unfinished, incomplete, pending, partial
unhealthy, failing
unique, distinct, single
universal, global
unknown, unrecognized, not found
unlikely, rare
unlimited, no limit, infinite, unbounded
unnecessary, not needed, unused, redundant
unofficial, community
unpaid, free
unplanned, unexpected
unpleasant, bad
unpublished, draft, private
unreachable, unavailable
unreadable, corrupt, invalid
unreliable, flaky, unstable
unresponsive, hanging, frozen, not responding
unsafe, dangerous, insecure
unsaved, lost, pending
unsigned, no signature
unstable, experimental, unreliable
unsuitable, not recommended
unsupported, not supported, incompatible
untouched, unchanged, not modified
untrusted, unknown, unsafe
unused, idle, unnecessary, leftover
unusual, rare, special
unwanted, unnecessary
upcoming, next, future
upper, maximum
upright, vertical
urgent, important, emergency
usable, available
useless, unnecessary
user-friendly, easy
usual, normal, default, typical
vacant, free, empty
vague, unclear
valid, correct, accepted, legal
valuable, important
variable, changing
various, different, several
vast, large
verbose, detailed
vertical, portrait, column
viable, possible
violent, strong
virtual, simulated
visible, shown, displayed
vital, essential
vivid, bright
void, invalid
volatile, temporary
voluntary, optional
vulnerable, insecure, affected
warm, heated
watertight, sealed
weak, insecure
weekly, every week
weird, unexpected, unusual, strange
whole, entire, complete
wide, broad
widespread, common
wild, uncontrolled
wise, recommended
withdrawn, removed
working, running, functional, valid
worldwide, global
worn, damaged
worth, value
worthless, invalid
writable, write permission, editable
wrong, incorrect, invalid, mistaken, error
yearly, annual
abruptly, suddenly, forcefully, immediately
accidentally, by mistake, unintentionally
afterwards, later, subsequently
ahead, in advance, early
almost, nearly
alphabetically, sorted, by name
always, every time, permanently
anew, recreate
anonymously, without account
anyway, regardless, still
apart, separate
approximately, around, roughly
barely, hardly
beforehand, in advance
briefly, short
by accident, accidentally, mistakenly
by default, default, usually
closely, near
constantly, continuously, always
continuously, constantly, ongoing
daily, every day
deliberately, intentionally, explicitly < on purpose
directly, immediately, straight
duly, properly
early, ahead
elsewhere, other place, outside
equally, evenly
eventually, finally, later
everywhere, global
exactly, precisely, strict
explicitly, specify, manually
fairly, evenly
forcefully, force, abrupt < by force
forever, permanently, indefinitely, infinite, never expires
formerly, previously
frequently, often, interval
furthermore, additionally
globally, everywhere
gracefully, cleanly, orderly, smoothly
gradually, incrementally, step by step
hardly, rarely
immediately, instantly, directly, without delay < right away, straight away
implicitly, automatically
inadvertently, accidentally, unintentionally
incorrectly, wrongly
indefinitely, forever, unlimited, no timeout
individually, separately, one by one
initially, first, at first, default
instantly, immediately
instead, alternative, replace, rather
intentionally, deliberately, on purpose
internally, inside
invisibly, silently, hidden
lately, recently
locally, on disk, own machine
manually, by hand, explicit
mostly, mainly, usually
nearby, near
nightly, every night
normally, usually, by default
nowadays, now, currently
nowhere, not found, missing
obviously, clear
occasionally, sometimes
offline, without internet
one time, single
openly, public
overnight, night
partially, partly, incomplete
partly, partially
permanently, forever, persistent
plainly, clear
precisely, exactly
presumably, probably
previously, earlier
privately, confidential
probably, likely
programmatically, API, code, script
promptly, immediately
properly, correctly
publicly, public
purposely, intentionally
quickly, fast, rapid
quietly, silent, without warning
randomly, random
rapidly, fast
rarely, seldom, infrequently
readily, easily
recently, new, latest
recursively, subdirectories, nested
regardless, always, even if
remotely, remote
repeatedly, multiple, loop
reportedly, said
roughly, approximately
safely, securely, without risk
seamlessly, smoothly, transparent
secretly, hidden, silently
seldom, rarely
separately, individually, apart, independently
sequentially, in order, one after another
severely, serious
shortly, soon
side by side, parallel, together, in parallel
silently, quietly, without warning, without error, ignored
similarly, like
simultaneously, concurrently, parallel, at the same time
slowly, gradually
smoothly, seamless
somewhere, location
specially, particular
specifically, particular
spontaneously, automatic
statically, build time
steadily, constant
strictly, exact
suddenly, unexpectedly
sufficiently, enough
supposedly, expected
surely, certain
swiftly, fast
temporarily, temporary, for a short time
thoroughly, completely
together, combined, joint, same time
totally, completely
twice, two times, duplicate
typically, usually
ultimately, finally
unintentionally, accidentally
upside down, reverse, inverted
vertically, column
visibly, visible
wholly, entirely
widely, common
wrongly, incorrect
`;
