/**
 * Phrases that people say and manuals rarely write: verbs with their particle, idioms, ways to ask. Nearly all of them
 * stand behind "<", for their words are known everywhere and mean something else apart.
 */
export const phrases = `
bypass, avoid, workaround < get around, get round, work round
access, reach, open
return, back < get back to, go back to, head back
recover, restore, retrieve < get back, win back, claw back
exit, leave, quit < bail out
remove, delete, uninstall, purge < get rid of, do away with, ditch, shake off, see the back of
start, begin, launch < get started, get going, kick off, fire up, spin up, bring up, stand up, power up, set off
stop, terminate, end, shut down < kill off, take down, bring down, wind down, tear down, switch off, call a halt, put a stop, put an end, pull the plug
crash, fail, exit, error < blow up, fall over, go down, keel over, bomb out, fall apart, go haywire, go belly up, conk out, crap out, pack in, give out
fail, error, invalid < go wrong, goes wrong, went wrong, screw up, mess up, fall through, fall flat, come unstuck
hang, freeze, unresponsive, stall, block, timeout < lock up, get stuck, gets stuck, seize up, stuck forever, sits there, never finishes, never comes back, not respond, does nothing
slow, delay, performance, latency < bog down, bogged down, drag on, take forever, takes forever, take ages, takes ages
exceed, limit, maximum < go over, goes over, run over, run past, hit the limit, hits the limit, hit the ceiling
limit, restrict, maximum, throttle < put a cap, put a limit, hold back, rein in, cut down on, keep down, keep a lid
consume, use, require < eat up, use up, burn through, gobble up, suck up, chew up
empty, exhausted, exceed, insufficient < run out of, runs out of, ran out of, run dry, use up
expire, timeout, invalid < run out, runs out, ran out, go stale, goes stale, time is up
full, space, capacity, quota < fill up, fills up, filled up, run out of room, run out of space, out of room
occupied, in use, used, conflict < already taken, is taken, being used, tied up, in the way, hogged
refuse, reject, deny, decline, forbidden < turn down, turned down, turns down, turn away, turned away, knock back, throw out, shut out, bounce back
allow, permit, accept, support < lets in, put up with, go along with, get away with
forbid, prevent, block, disallow < keep out, shut out, lock out, keep from, stop from
accept, approve, agree < say yes, give the go-ahead, give the green light, give the nod, wave through
refuse, deny, reject < say no
confirm, approve, acknowledge < sign off on, sign off
choose, select, pick, specify < settle on, go for, opt for, go with, plump for
consider, include, count < take into account, factor in, bear in mind, take note
ignore, skip, exclude < leave out, leaves out, left out, pass over, brush aside, turn a blind eye, gloss over, look past
include, add, insert < put in, throw in, bring in, stick in, slip in, work in
exclude, skip, ignore, filter < weed out, screen out, rule out, filter out, cut out, take out
remove, strip, drop < take off, takes off, take out, takes out, strip out, rip out, pull out, cut out, chop off
cut, truncate, shorten < cut off, cuts off, chop off, lop off, cut short
separate, split, divide < break up, breaks up, break apart, pull apart, take apart, keep apart, split up, carve up, chop up
combine, merge, join < put together, bring together, lump together, tie together, piece together, stick together, mash up
connect, integrate, attach, link < hook up, hooks up, hooked up, plug in, plug into, wire up, tie in, tie into, link up
disconnect, detach, unplug < pull out, unhook, drop off, drops off, cut off, come loose
disconnect, drop, lost < lose touch, lose contact, drop out, drops out, cut out, cuts out
located, stored, saved, written, placed < end up, ends up, ended up, wind up, winds up, come out, land in, go to
result, produce, return < come out as, end up with, come of
stored, saved, kept, located, directory < live in, lives in, sit in, sits in, reside
store, save, keep < put away, tuck away, squirrel away, set aside, put aside, lay by
keep, retain, preserve, maintain < hang on to, hold on to, hold onto, hang onto, cling to, stick with
persist, remain, stay, keep < stick around, hang around, stay put, stay around, live on, linger
survive, tolerate, withstand, persist < live through, lives through, come through, pull through, hold up, make it through, stand up to
wait, delay, pause < hang on, hold on, hold off, sit tight, hold out, stand by
wait, timeout, deadline < put up with waiting, give up waiting, stop waiting, willing to wait
postpone, defer, delay, later < put off, push back, put back, hold over
cancel, abort, stop < call off, scrap, give up on, back out of, pull out of, bail on
undo, revert, roll back, restore < take back, takes back, go back on, back out, turn back, put back, change my mind, changed my mind
return, give back, refund < hand back, hands back, send back, spit back
output, print, write, emit < spit out, spits out, give out, put out, churn out
print, output, result, return < come back with, hand back
create, make, generate, add < come up with, make up, whip up, knock up, cook up, rustle up, throw together
publish, release, deploy < put out, go live, goes live, push out, roll out, put live, put online, go online, get online, send out, already out, make public, go public
distribute, assign, share < hand out, give out, dish out, dole out, pass out, farm out
transfer, hand over, pass, move < pass on, hand on, pass along, hand down, give over, sign over
send, transmit, submit < send off, ship off, fire off, shoot over, send over, send along
submit, send, file < hand in, turn in, put in, send in
detect, notice, identify, find < pick up on, spot, cotton on, catch on, sniff out
detect, apply, load, recognize < pick up, picks up, picked up, take notice
determine, find, calculate, identify, understand < figure out, work out, find out, make out, suss out, puzzle out
find, locate, search < track down, hunt down, dig up, dig out, seek out, come across, lay hands on, root out
search, query, find < look for, hunt for, go looking
resolve, find, search, query < look up, looks up, looked up
inspect, check, examine, view < look at, look into, look over, peek at, take a look, have a look, poke around, dig into, look inside, peer into
check, verify, confirm, validate < make sure, double check, see whether, see if, tell whether, tell if, find out whether, find out if
monitor, watch, observe, track < keep an eye, keep track, keep tabs, watch over, stay on top
know, determine, check, detect < can I tell, do I tell, can you tell, tell that, can I see
distinguish, identify, differ, difference < tell apart, tell one from, set apart, sets apart, keep straight
notify, inform, tell, alert < let me know, let know, tip off, give a heads up, get told, find out when, hear about
contact, support, help < get in touch, get hold of, reach out, talk to
complain, warn, error, report < moan about, gripe, whine, kick up a fuss, make a fuss, grumble
log, record, report < keep a record, keep a log, write down, take down, jot down, note down
investigate, debug, diagnose, troubleshoot < get to the bottom, look into, dig into, chase down
fix, resolve, repair, solve < sort out, put right, set right, straighten out, patch up, clear up, iron out, make good
repair, restore, fix < bring back to life, get working, get going again, get it working, up and running, back on its feet, back up and running
handle, process, manage, support < deal with, take care of, cope with, see to, look after, attend to
maintain, manage < look after, take charge, in charge, be responsible
responsible, owner, contact < in charge of, is in charge
replace, substitute, swap < stand in for, fill in for, take the place, swap out, switch out, trade in, change out
replace, change, migrate, switch < switch over, move over, change over, go over to, cross over
override, precedence, priority, win < take over, trump, come first, comes first, get the upper hand, wins out, win over, has the last word
apply, take effect, activate, start < kick in, kicks in, come into force, come into effect, go into effect, set in, cut in
apply, require, valid < hold for, holds for, go for, count for, hold good
expire, end, stop < wear off, run its course, lapse
increase, raise, larger < go up, goes up, turn up, crank up, bump up, ramp up, step up, beef up, push up, scale up, pump up, make bigger, blow up
decrease, reduce, lower, smaller < go down, goes down, turn down, cut down, bring down, cut back, scale back, scale down, dial down, tone down, slim down, slow down, make smaller, boil down
accelerate, performance, optimize, faster < speed up, make faster, hurry up, step on it, make quicker
slow, throttle, rate limit < slow down, hold up, holds up
grow, expand, scale < build up, builds up, pile up, piles up, add up, stack up, mount up, swell up
clean, clear, remove, delete < tidy up, clean up, clear up, clear out, clean out, mop up, sweep up, flush out
erase, delete, remove, clear < wipe out, wipe off, rub out, blank out, scrub out, black out, cross out
hide, disable, suppress < turn off, shut up, shut off, keep quiet, cover up, black out, blank out, blot out
disable, deactivate, turn off, stop < switch off, shut off, knock out, opt out, take away
enable, activate, turn on < switch on, opt in, put on, light up
start again, restart, reset < start over, begin again, start afresh, start from scratch, begin anew
restart, reload, reboot < turn off and on, switch off and on, power cycle, bring back up
repeat, retry < try again, tries again, go again, have another go, have another try
retry, attempt, backoff < give it another go, give it another try, keep trying, keeps trying
attempt, try, test < have a go, give it a go, give it a try, try out, take for a spin, put to the test
abort, stop, timeout, cancel < give up, gives up, gave up, throw in the towel, call it a day, call it quits
finish, complete, end < wrap up, get done, be done, see through
continue, resume < carry on, go on, keep going, keep on, press on, pick up where, where it left off, where I left off
change, modify, edit, adjust < play with, tinker with, fiddle with, mess with, make changes
damage, corrupt, break < mess up, muck up, foul up, tear up, do damage
overwrite, replace, lost < write over, get clobbered, paste over, trample
conflict, clash, collide < get in the way, run into each other, bump into, step on, trip over, get mixed up, fight over
encounter, error, problem < run into, runs into, bump into, stumble on, stumble upon, come up against, hit a snag
appear, show, display < pop up, pops up, show up, shows up, turn up, turns up, come up, comes up, crop up
disappear, missing, removed < go away, goes away, went away, go missing, gone missing, drop off, vanish into
show, display, open < bring up, call up, pull up, put up
hidden, show, missing < nowhere to be seen, can't see, cannot see, don't see, not show up, nowhere to be found
leak, expose, disclose < give away, slip out, let slip, spill
secure, protect, restrict < lock down, keep safe, wall off, fence off, seal off, shut away
protect, prevent, guard < watch out for, look out for, guard against, keep safe from, fend off, ward off, head off
attack, exploit, vulnerability < break in, break into, get hacked, hack into, get hit
overload, overwhelm, flood, exceed < swamp, drown in, weigh down, get on top of
share, load, distribute, balance < spread out, spread over, share out, even out, spread across
borrow, share, reuse < make use of, put to use, fall back on
fallback, default, alternative < fall back on, fall back to, resort to, last resort, plan b, as a last resort
rely, depend, require < count on, bank on, hang on, lean on, hinge on, come down to
depend, determine, decide
decide, determine, choose < make up my mind, make up its mind, has the say, who says, gets to decide, get to decide
differ, change, vary < go back and forth
match, correspond < line up with, go together, square with, tie up with, tally
follow, comply, respect, obey < stick to, abide by, go by, keep to, live up to, fall in line
meet, satisfy, fulfil < live up to, come up to, measure up
qualify, eligible < be in line, fit the bill
pay, cost, charge, expenses < cough up, fork out, shell out, foot the bill, pick up the tab, out of pocket, set me back
earn, paid, salary < get paid, be paid, bring home
employ, hire, recruit < take on, takes on
dismiss, terminate, notice < lay off, let go, fire, get fired, get sacked, give notice, hand in notice
resign, leave, quit < step down, walk out, hand in notice, quit job
absent, sick, leave < call in sick, off sick, take time off, take a day off, day off, days off, be away, time off
meet, meeting, appointment < get together, catch up, sit down with
arrange, schedule, book < set up, line up, pencil in, fix up
arrive, delivery, receive < turn up, come in, show up
wait, queue, order < stand in line, line up, wait my turn, wait in line
register, sign up, enrol < put my name down, put name down, get on the list
understand, learn, know < get the hang, get my head around, wrap my head, make sense
explain, describe, show < spell out, walk through, talk through, break down, go over
summarize, overview, main < sum up, in a nutshell, boil down, big picture, in short
mean, stand for, indicate < stands for, is short for, short for, what is meant
called, name, term < go by the name, is called, named, known as, what do you call
write, create, draft < draw up, put down, set down, type up
read, view < go through, read through, leaf through, flick through
traverse, iterate, loop < go through, run through, go over, one by one, step through, one after another
run, execute, start < carry out, set in motion, set running, put through
test, verify, check < try out, put through its paces
measure, benchmark, test < time how long, see how fast, clock
assemble, mount, install < put together, put up, set up
disassemble, remove, dismantle < take apart, take down, take to pieces
open, unlock, release < prise open, get open, undo
close, seal, lock < shut up, close up, seal up, block up
leak, drip, water < let water in, drip out
clog, blocked, drain < stop up, bunged up, get clogged, clogged up, back up
dry, air < dry out, dry off, air out
heat, warm, temperature < heat up, warm up, get hot, gets hot, get warm
cool, temperature, overheat < cool down, cool off, get cold, let stand, let rest
burn, scorch, overheat < burn out, catch fire, burn up
melt, thaw, defrost < melt down, unfreeze
rot, spoil, expire, mould < go bad, goes bad, go off, goes off, turn sour, past its date
boil, cook, simmer < cook through, bring to the boil, boil over
mix, stir, combine < mix up, whisk together, stir in
wear, abrasion, replace < wear out, wears out, worn out, wear down
lose, missing, damage < come off, fall off, fall out
grow, rise, increase < shoot up, come up
fall, decrease, drop < drop off, tail off, fall away
fit, install, mount < fit in, put in, put up, slot in
attach, fasten, mount < put up, stick up, pin up, tie up, strap down
carry, transport, move < take along, bring along, cart around
store, storage, keep < put away, lay up, pack away
wake, resume, start < wake up, come back to life, come to
sleep, suspend, standby, idle < go to sleep, goes to sleep, doze off, nod off, put to sleep
idle, inactive, unused < nobody is using, no one is using, sit around, sits around, lie around, nothing to do, not in use, doing nothing
inactive, away, idle < step away, walk away, leave alone
automatic, automatically, default < of its own accord, without asking, without being asked, off its own bat
manually, manual, custom < by hand
silently, quietly, without warning < behind my back, on the quiet, without telling me, without a word, without notice, out of the blue
immediately, instantly, directly < right away, straight away, on the spot, right off, right then, in no time
later, deferred < down the line, down the road, later on
periodically, interval, regularly < every so often, from time to time, every now and then, now and then
frequency, interval, period < how often, how frequently, how regularly
timeout, duration, seconds, minutes, interval, maximum < how long, for how long, how much time, after how long
size, maximum, limit, bytes < how big, how large, how much space, how huge
maximum, limit < how high
minimum, at least < at the very least, no less than, how low
number, count, maximum, limit < how many
version, since, introduced < since when, from which version
default, preset < out of the box, to begin with, if I say nothing, if I do nothing, unless I say, if nothing is set, if not told otherwise, straight out of the box, without setting anything
default, omitted, unset < leave empty, left empty, leave blank, left blank, not given, not specified
required, mandatory < need to, no way around
optional < need not
allowed, permitted < am I allowed, is it allowed, is it ok, is it okay, all right to, is it fine, can I get away
forbidden, not allowed < off limits, not supposed, out of bounds, no-go
possible, supported < is there a way, is there any way, any way to, is it possible, any chance
supported, compatible, works < play well with, plays well with, get along with, work together with, go together with
recommended, best practice < good idea, a good idea, wise to, best way, right way, proper way, makes sense
deprecated, discouraged, avoid < bad idea, a bad idea, not a good idea, on the way out, not recommended, frowned upon
dangerous, risk, unsafe < asking for trouble, is it safe, get me into trouble
problem, issue, error, troubleshooting < what is wrong, something wrong, goes wrong, trouble with, acting up, play up, playing up, on the blink
cause, reason < how come, what makes, what is behind, at the bottom of
consequence, effect, result < what happens if, what happens when, what becomes of
purpose, used for, meaning < what is the point, what good is, good for, what use
difference, compared, versus < which is better, what sets, as opposed to
example, sample, syntax < what does it look like, what do I write, how do I write, look like
location, path, directory, folder < where do I find, where can I find, whereabouts
contact, support, responsible < who do I ask, who do I call, who can help, who to ask, who do I turn to
license, cost, price, free < what do I pay, what does it cost, do I have to pay
deadline, due < how late, at the latest, by what date
valid, expires, period < good for, good until, how long is it good
open, hours, time < when are you open, what time, open until
privacy, data, collected < does it spy, phone home, phones home, call home, calls home, send data, who gets to see, who can see
offline, internet, network, connection < without internet, without a connection, no internet, no network, in the plane, on a plane, cut off from
locally, local, own computer < on my machine, on my computer, on my laptop, on my own machine, on my disk, on my desktop
remote, server, hosted < in the cloud, over the wire, over the network, on another machine, somewhere else
concurrent, parallel, simultaneous < at the same time, side by side, in one go
sequence, order, serial < one after the other, one at a time, in a row, in turn, back to back
duplicate, twice, repeated < a second time, double up
unique, duplicate < no two, one and only
everything, entire < the whole lot, the whole thing, the lot
nothing, empty, none < not a thing, no such thing
partial, incomplete, truncated < half done, halfway, half finished, half way, in the middle, midway
interrupted, unsaved, power failure < power goes out, power cut, loses power, battery dies, lights go out, plug is pulled
recreate, rebuild < built anew, build anew, made anew, from the ground up, anew
nested, inside < deep down, inside one another, several levels
outside, external, third-party < from outside, from elsewhere, somebody else
fresh, new, clean < brand new, clean slate, from zero
old, previous, outdated < out of date, behind the times, long in the tooth
current, latest, up to date < newest there is, state of the art
wrong, incorrect, invalid < not right, off the mark, messed up
correct, valid, right < the way it should, properly
secret, sensitive, confidential < for my eyes only, nobody else, no one else may
public, visible, shared < everybody can see, anyone can see, for all to see, out in the open
easy, simple, quick < no fuss, piece of cake, no big deal, with little effort
difficult, complex, hard < a pain, tricky, headache
many, several, multiple < a bunch, a bunch of, a lot, lots of, loads of, a ton, tons of, plenty of, heaps of, piles of
small < a couple, a couple of, a handful, one or two
approximately, estimate < more or less, give or take, ballpark, roughly
entirely, completely, fully < lock stock and barrel, for good and all, altogether
permanently, forever, always < for good, till the end of time
temporarily, temporary, short < for now, for the time being, for the moment, for a bit
beforehand, advance < ahead of time, in advance, up front, upfront, early on
afterwards, later < after the fact, in hindsight, once it is done
emergency, urgent, immediately < in a hurry, in a pinch, asap
`;
