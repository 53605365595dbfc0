/**
 * What people say and the words that manuals have for it, mostly a verb with its particle ("run out", "throw away"), whose
 * words stand on every page and mean nothing of it there: see ../everyday-words.ts for how a line is read.
 */
export const englishAsked = `
delete, remove, discard < throw away, throw out, toss out, chuck out
undo, revert, rollback < take back, roll back, go back, put back, change back, turn back, get back to
previous, rollback, revert < version before, older version
expire, expiry, expiration < run out
timeout, expire < time out
refuse, deny, reject < turn down, say no
approve, accept, allow < say yes, let through, give the go-ahead
override, overwrite, overridable < take over
precedence, priority, override < which one wins, which wins, who wins, come first, has the last word
start, launch < fire up, spin up, bring up, kick off, boot up
stop, terminate, shut down < take down, bring down, tear down, kill off
fail, failure, error < blow up, fall over, go wrong, break down
unavailable, offline < is down, are down
retry, retries < try again, try once more, have another go
rename < call it something else, give another name, another name
duplicate, copy, clone, mirror < make a copy, copy of, send a copy
combine, merge, join < put together, bring together
split, separate, divide < break up, cut up, chop up, pull apart, take apart
exclude, ignore, skip < leave out, left out, keep out, leave alone, pass over
omit, unset < leave out, left out
include, import < pull in, bring in
prevent, avoid, disallow < keep from, stop from
throttle, rate limit < slow down, hold back, too many requests, requests per second
increase, raise < turn up, bump up, crank up, go up
reduce, decrease, lower < cut down, bring down
unresponsive, freeze, hang < get stuck, lock up
notify, alert, notification < get told, let me know, be told
store, save, cache < end up, keep around, put away, where on disk, where on my disk
location, path, directory < where on disk, where on my disk
interval, frequency < how often
default < if i set nothing, out of the box, if i say nothing, if i do nothing, set nothing, name none, name one, unless i say, unless told otherwise, when nothing is set
automatic, automatically < by itself, on its own, by themselves, without me, on their own
maximum, limit < how many at once, biggest number, largest number, how many can, how many may, at the most, no more than, upper bound
minimum, at least, require < oldest, lowest version, earliest version, at the least
compatible, support, supported < work with, get along, run on
compare, differ, versus < tell apart, what sets apart
concurrent, parallel, simultaneously < at once, at the same time, side by side
consecutive, successive, one after the other < in a row
sequential, serial, in order < one after another, one by one, one at a time
GPU, VRAM, graphics < graphics card, video card
wildcard, glob, asterisk < a star, just a star
conversation, history < past chats, earlier chats, old chats, chats
approval, permission, request < permission prompt, permission question
dialog, modal, popup < pop up, box that opens, little window
terminal, command line, CLI < command prompt, black window
renew, renewal < replaced by a new, replace with a new, get a new
log, record, logging < write down, note down
monitor, track, observe < keep an eye on, keep track of, watch over
watch, watcher < each time they change, whenever something changes, every time i save, whenever i save, on every save
reload, refresh, rebuild < pick up changes, see my changes, pick up the change
performance, optimize, faster < speed up, make quicker, too slow, so slow
size, footprint < how big, take up
fallback, fall back < plan b, fall back on
migrate, migration, upgrade < switch from, move from, move over, change over, switch over
update, upgrade, latest < newest version, bring up to date, get the newest
downgrade, rollback < go back to an older, back to an older
publish, deploy, host < put online, go live, put it on a server, make public
expose, host, network < from outside, other machines, from my phone, other computers, other devices, from another computer
telemetry, analytics, usage data < phone home, gathers about me, collects about me, usage statistics, spy on
offline < without internet, without a connection, no network, no internet
nested, child < inside another, within another, one inside the other
trigger, invoke, call < set off, gets called, kick in
callback, hook < run my own code
custom, customize < of my own, my own
iterate, loop < go through, go over, run through
sort, order < put in order
filter < narrow down, weed out, only show
debug, troubleshoot, diagnose < find out why, figure out, track down, get to the bottom
inspect, debug < look inside, peek
contribute, contributing, pull request < help out, send a patch, join in
vulnerability, security < security hole
authenticate, authentication, login < prove who i am, log in, sign in
authorization, permission, access < who may, be let in, who is allowed
redirect, forward < send somewhere else, send on
forward, proxy, pass < pass on, hand on
health, liveness, readiness < still alive, check if it is up, if it is up
replica, replicas < how many copies, more copies
scale, scaling < more machines
tolerate, tolerance, quorum < dead nodes, lose a machine, node dies, machine dies
recover, recovery < come back, get back
cron, schedule, recurring < every night, every morning, at a fixed time
background, asynchronous < in the background, without waiting
stream, streaming < bit by bit, piece by piece, as it comes
incremental < only what changed
lazy, on demand < only when needed, when first needed
preload, prefetch < ahead of time, beforehand, in advance
minify, compress < make smaller, shrink
static, prerender < at build time
accessibility < screen reader, blind people
locale, translation, i18n < other languages, another language
animation, transition < moving effects
immutable, read-only, readonly < cannot be changed, never changes, can't be changed
reset < start over, start again, start from scratch
initialize, scaffold, create < start a new, new project
return, returns < come back, give back, what do i get back
accept, parameter, argument < pass in, hand over, what can i pass
missing, not found < isn't there, does not exist, cannot be found, doesn't exist
warn, warning, report < moan, nag, grumble
suppress, silence, disable < shut up, keep quiet
verbose, detailed, debug < more detail, tell me more
dry run, preview < without changing anything, only pretend, try out without
preview < see before, have a look first
prompt, confirm, confirmation < want my ok, asks me first
non-interactive, unattended < without asking
scroll < move down the page
handle, manage, process < deal with, cope with, take care of
execute, perform, run < carry out
investigate, examine, check < look into
occur, happen < come about
support < back up
reference, mention < point to
apply, affect < have an effect, take effect
remain, persist < stick around, stay around
exceed, limit < go over, go beyond, too many, too long, too big
connect, attach < hook up, plug in
disconnect, detach < cut off, drop out, go away
unmount, destroy < go away, goes away, taken off the page
mount, attach < put on the page
minimum, supported < oldest
latest, recent < newest
conversation, session < chat, chats
fetch, download < grab
customize, configure, adjust < tweak
export, output < dump
drop, remove < ditch
permanent, expire < forever, for ever, for good
parenthesis, bracket < round brackets, curly brackets
operating system, platform < windows or mac, linux or mac
mandatory, required, optional < do i need to
allowed, permitted, forbidden < am i allowed
recommended, best practice < good idea, best way, is it wise, better to
deprecated, legacy < old way
unused, stale, obsolete < no longer needed, not needed any more, not used any more
automatic, scheduled < without my doing anything, without me doing anything
silent, silently < without a word, without telling me, without saying so
unauthorized, forbidden, denied < not let in, keeps me out, locked out
discarded, evicted, cleared < thrown away
ignored, skipped < passed over, left alone, not looked at
temporary, temporarily < for a while, for now, for the time being, for a moment
pause, suspend < for a while, put on hold
abort, cancel, interrupt < break off, call off, cut short, stop halfway
resume, continue < pick up where, carry on, go on
partially, partial < half done, half finished, halfway
midway, mid-stream < in the middle of, half way through
beforehand, prerequisite < first of all, up front, in advance
prerequisite, requirement, require < what do i need, need to have installed, need before
credential, token, API key < access key, secret key
sensitive, secret, confidential < should not be seen, nobody should see
visible, exposed < can anyone see, who can see, others see, anybody else
shared, collaborate < with colleagues, with my team, with others, several people
simultaneous, concurrent < two people, several people at once
identical, duplicate, unique < same name, twice the same, two of the same
conflict, collision, clash < get in each other's way, same port, already taken
occupied, in use, conflict < already taken
occupied, in use, next available < mine is taken
ratio, percentage, proportion < a tenth, a third, a quarter, what share, how much of
duration, validity, expiry < how long is it good, how long does it last, how long do they last
delay, interval < how long between, time between
debounce, throttle < too often
indent, spaces, tab < how far in, how many spaces
precision, decimal < after the comma, after the point, how exact
case-sensitive, case insensitive, lowercase < upper and lower case, capital letters, big and small letters
trailing, suffix, extension < at the end of the name, file ending
prefix, leading < in front of, at the beginning of the name, starts with
newline, line ending < end of line, line break
comment < note in the code
inline, embed < put right into, right inside
external, third-party < from somewhere else, somebody else
built-in, bundled, default < comes with, ships with, out of the box
plugin, extension, addon < add my own, extra piece
integration, editor, extension < in my editor, my editor
alias, shorthand, short < other name, shorter name, short form
syntax, notation < how is it written, how do i write
placeholder, variable < fill in, gets filled in
interpolate, expression < put a value into
inherit, extend < taken over from, pass down, handed down
nullish, undefined, null < no value
condition, conditional < only when, only if, depending on
exception, except < save for, other than, apart from
fallback, default < if there is none, if none
alternative, workaround < another way, other way, way around, get around
workaround, solution, fix < what can i do about, what helps, how do i get rid
limitation, known issue < what does it not do, cannot do, can't do, what doesn't work
unsupported, not supported < can't i, why can i not, is there no
experimental, unstable, stable < is it safe to use, ready for production
production, deploy < for real, real users, on the live site
development, local < on my own machine, while i work, while developing
test, mock, stub < fake, pretend
fake, mock < stand in for
reproducible, deterministic, lockfile < same result every time, same every time
version, pin, lock < stay on, stick to, keep at
semver, breaking change < stop working after, breaks after
changelog, release notes < what is new, what's new, what changed
migration, breaking < what do i have to change, what changes for me
roadmap, planned < will there be, some day
license, copyright < may i sell, use it at work
contribute, report, issue < found a bug, where do i report
support, help, community < whom do i ask, who can i ask, get help
uninstall, cleanup < clean up after, leave no trace, clean up
cleanup, dispose, teardown < tidy up, clean up, clean up after
lifecycle, teardown, unmount < when it goes away, goes away
timer, schedule < every few seconds, every minute, every hour
poll, polling < keep asking, ask again and again
subscribe, listen, event < get told when, hear about, hear when
broadcast, notify < tell everybody, tell all
queue, pending < wait in line, waiting in line
batch, bulk < many at once, all in one go, in one go, several at once
pagination, page, cursor < next page, bit at a time
cache, reuse < remember the result, not do it again, work again
invalidate, cache, stale < out of date, old version shown
compress, gzip < make smaller, smaller to send
encrypt, TLS, HTTPS < nobody can read, secure connection, keep it secret on the way
hash, checksum, digest < make sure nothing was changed, tampered with
signature, verify, provenance < prove where it comes from, really comes from
backup, snapshot < keep a copy, copy to be safe, safe copy
restore, snapshot, backup < get it back, get them back, get back
corrupt, corrupted, damaged < half written, is broken
root, administrator, privilege < as admin, admin rights
sandbox, isolate < cannot do harm, keep it away from
isolate, scope, scoped < only in this, only here, keep apart
global, application-wide < everywhere at once, for the whole app, for everything
override, per < for just one
dynamic, runtime < while it runs, while running, without restarting
hot reload, reload, restart < without restarting, without a restart, take effect
startup, launch, boot < when it starts, at the start, on start
shutdown, graceful < when it stops, let it finish, finish first
crash, restart < falls over
idle, inactive < nobody uses it, not being used, nothing happens
keepalive, heartbeat, ping < still there, still alive, other side
throughput < how much per second, per second
memory, leak < eats memory, keeps growing
split, chunk, bundle < in smaller pieces, into pieces, smaller pieces
unused, tree shaking, dead code < nobody uses, that i never use, not used
source map < original code, original line
polyfill, legacy browser, transpile < old browsers, older browsers, oldest browser
entry, entry point < where it begins, first file
output, dist < what comes out, where does it put
artifact, output < finished files, built files
asset, static < images and fonts, pictures and fonts
environment variable < set from outside, from the shell
navigation, route < go to another page, other page
redirect, rewrite < old address, moved to another address
slug, permalink, URL < web address, address of the page
query, parameter < after the question mark
header, field < sent along, send along
status, code < what number does, which number
body, payload < what i send, what is sent
schema, format < what must it look like, how must it look, what shape
validate, validation < is it correct, check the input
required, missing < left empty, empty field
tooltip, hint < little text that appears, hover text
hover < mouse over, with the mouse, pointer over
focus < typed into
modal, dialog, overlay < on top of the page
toast, notification, message < little message
breadcrumb, sidebar, navigation < list of pages on the left
theme, dark mode, appearance < black background, dark background
font, typography < letters look
responsive, breakpoint < on a phone, on small screens, small screen
portal, teleport < somewhere else in the page
error boundary, boundary < taking down the whole page, break the whole page
key, remount, recreate < built anew, made anew, start afresh
effect, watch < whenever it changes, each time it changes, every time it changes
computed, derived < worked out from, calculated from, depends on other
reactive, state < notices changes, updates by itself
memo, memoize < compute again, calculated again, again and again
ref, element < get hold of
binding, two-way < both ways
slot, children, snippet < content from outside, whatever is inside
reference, pointer < point at, point to
quorum, majority < how many must agree, more than half
leader, election < who is in charge, in charge
replication, follower < kept the same, in step
consistency, consistent < see the same, same everywhere
rolling, downtime < without going down, without interruption, without downtime
rollout, canary < a few users first, only some users, part of the users
revision, history < earlier versions, old versions, old revisions
dependency, subchart < other packages it needs, needs another
repository, registry < place where packages
`;
