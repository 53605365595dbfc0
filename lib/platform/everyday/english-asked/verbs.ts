/** What is done, in one word: see ../../everyday-words.ts for how a line is read. */
export const verbs = `
abandon, discard, drop, cancel < ditch
abort, cancel, terminate, stop, interrupt < scrap
absorb, soak, take up < suck up
accelerate, speed up, improve performance < hasten, quicken
accept, allow, take, receive < tolerate
accomplish, achieve, complete, perform < manage
accumulate, collect, build up, grow < pile up, stack up
acquire, obtain, receive < gain
act, behave, respond, react
adapt, adjust, customize, modify < tailor, tweak
adjust, tune, configure, change < tweak, fiddle
adhere, stick, attach, bond
advise, recommend, suggest < counsel
affect, influence, impact, change
aggregate, combine, summarize, collect
agree, accept, consent < go along with
aim, target, intend
alert, notify, warn, inform < ping
align, match, position < line up, straighten
allocate, assign, reserve, distribute < hand out
allow, permit, enable, support < tolerate
alternate, switch, rotate, swap
amend, change, update, correct
announce, publish, notify, declare
anticipate, expect, predict, prepare
appear, show, display, occur, listed < pop up, turn up
apply, take effect, use, enforce < kick in
appoint, assign, name, designate
approve, accept, confirm, authorize, allow < okay, sign off, green light
argue, claim, state
arrange, organize, order, sort, schedule
arrive, reach, receive, come in
ask, request, prompt, query
assemble, build, put together, mount, construct
assess, evaluate, check, measure, review
assign, allocate, set, give, map
assist, help, support
assume, expect, default, treat < reckon, suppose
attach, connect, fasten, mount, add, include < stick on
attempt, try, retry
authenticate, verify, sign in, log in, identify < prove who
authorize, allow, permit, grant, approve
avoid, prevent, skip, bypass < dodge, get around, steer clear
await, wait, expect
balance, distribute, spread, share
ban, block, forbid, prohibit, deny < kick out, blacklist
bend, curve, fold, flex
bind, listen, attach, tie
bypass, skip, override, ignore, work around < circumvent, get around, get past, sidestep
block, prevent, stop, deny, reject, forbid < hinder
blend, mix, combine
blink, flash, flicker
boil, heat, cook, simmer
boost, increase, improve, raise < bump up, pump up
boot, start, start up, launch
borrow, loan, lend, checkout
bother, disturb, interrupt, annoy
bounce, reject, return, restart
break, fail, crash, stop working < bust
break, damage, corrupt < wreck, ruin, trash, mess up
browse, view, navigate, explore
build, compile, create, construct, generate
bundle, package, combine, pack
burn, scorch, heat, char
burst, explode, rupture < pop
bury, nest, embed
calculate, compute, determine, estimate < work out, figure out
call, invoke, run, execute < fire
call, phone, contact, ring
call, name, title, label < dub
calm, soothe, quieten
cancel, abort, stop, terminate, revoke < call off
cap, limit, restrict, maximum < put a lid on
capture, record, catch, save < grab, snap
carry, transport, hold, contain
cast, convert, throw
catch, handle, detect, intercept, trap
cause, trigger, lead to, result in, produce < bring about, give rise to
cease, stop, end
centralize, combine, gather
chain, link, combine, sequence
change, modify, edit, update, alter, adjust < tweak, tinker
charge, bill, cost, fee
charge, recharge, power
chase, follow, track, pursue
check, verify, validate, inspect, test, examine < double-check, look over
check, tick, select, mark
chill, cool, refrigerate
choose, select, pick, decide, specify < opt for, go for, settle on
chop, cut, slice, dice
circulate, distribute, pass, rotate
claim, request, state, apply for
clarify, explain, describe
classify, categorize, group, sort
clean, clear, remove, purge, wash, delete < tidy, tidy up
clean, wipe, rinse, scrub
clear, reset, empty, remove, delete < wipe, blank
climb, rise, increase, go up
clog, block, obstruct < gum up
clone, copy, duplicate, checkout
close, exit, quit, end, terminate, shut
close, shut, seal, lock
coat, cover, apply, paint
coexist, side by side, together, alongside
collapse, fold, hide, minimize
collapse, fail, fall, break down
collect, gather, receive, retrieve, fetch < round up
combine, merge, join, mix, concatenate < put together, lump together
come back, return, reappear, recover, restore
comment out, disable
communicate, talk, exchange, connect, send
compare, contrast, diff
compensate, reimburse, offset, pay < make up for
compile, build, transpile, generate
complain, report, warn, error, fail < moan, whine, grumble, nag
complete, finish, end, done
comply, follow, conform, obey, meet < stick to
compress, zip, shrink, gzip, reduce < squeeze, squash
compromise, breach, expose
conceal, hide, mask, redact < cover up
condense, summarize, shorten
conduct, perform, carry out, run, lead
configure, set up, set, define, customize, specify
confirm, verify, approve, acknowledge, validate
conflict, clash, collide, contradict, incompatible
confuse, mistake, mix up
connect, attach, link, join, integrate, plug in < hook up, hook, wire up, tie in
consider, treat, regard, take into account
consist, contain, comprise, include < made up
consult, ask, refer, see
consume, use, take, eat, require < gobble, hog, eat up
contact, call, email, reach, ask < get hold of, get in touch, reach out
contain, include, hold, consist, comprise
continue, resume, proceed, go on, keep < carry on, press on
contract, shrink, catch
contribute, help, add, submit < pitch in, chip in
control, manage, limit, determine, configure < govern, steer
convert, transform, change, translate, turn into < morph
convince, persuade
cook, bake, fry, boil, prepare
cool, cool down, chill, ventilate
cope, handle, deal with, manage, tolerate
copy, duplicate, clone, replicate < xerox, photocopy
correct, fix, repair, amend, rectify
correspond, match, map, equal
cost, price, charge, fee
count, calculate, number, total < tally
cover, include, handle, support
cover, wrap, protect, seal
crack, break, split, fracture
crash, fail, abort, terminate, panic < blow up, die, go down, bomb, fall over, keel over
crawl, scan, index, traverse
create, make, add, generate, new, produce < come up with, whip up, cook up
crop, trim, cut
cross, pass, exceed, traverse
crush, press, grind, squash
cut, reduce, remove, trim < slash, chop
cut off, truncate, disconnect, interrupt, drop < sever
damage, corrupt, break, harm < hurt, mess up, wreck
dampen, moisten, wet, reduce
date, timestamp
deactivate, disable, turn off
debug, troubleshoot, diagnose, inspect
decide, determine, choose, select, control < make up
declare, define, specify, state
decline, reject, refuse, deny
decline, decrease, fall, drop
decode, parse, decrypt, read
decorate, style, annotate
decrease, reduce, lower, shrink, lessen < dial down, bring down
dedicate, assign, reserve
deduct, subtract, remove
deduplicate, duplicate, unique
defeat, prevent, overcome, bypass < beat
defend, protect, secure, guard
define, declare, specify, set, describe
delay, postpone, wait, defer, latency < hold up, put back, push back
delegate, assign, pass, hand over
delete, remove, erase, clear, purge, drop < nuke, zap, trash, get rid
deliver, send, ship, provide, supply
demand, require, request, insist
demonstrate, show, illustrate, example
deny, reject, refuse, forbid, block < turn down, knock back
depart, leave, exit
depend, rely, require, based on < hinge
deploy, release, publish, install, roll out < push live, go live, put online, ship
derive, compute, inherit, obtain, come from
describe, explain, define, specify
design, create, plan, build
desire, want, wish, need
destroy, delete, remove, terminate, tear down < kill, demolish
detach, remove, disconnect, separate, release
detect, find, identify, discover, recognize, notice < spot, pick up, sniff out
deteriorate, degrade, worsen, decay
determine, decide, control, find, identify < figure out, work out
develop, create, build, grow
deviate, differ, vary
diagnose, troubleshoot, identify, debug
dictate, determine, control
die, exit, terminate, crash, fail, stop
differ, vary, distinguish, difference
digest, process, hash
dilute, thin, mix, weaken < water down
dim, fade, darken, lower
diminish, decrease, reduce, shrink
direct, route, send, forward, point
disable, deactivate, turn off, switch off, prevent < kill, silence, knock out
disallow, forbid, deny, prohibit, prevent
disappear, vanish, removed, deleted, missing, hidden < go missing, gone
discard, drop, delete, remove, dispose, ignore < chuck, bin, throw away, throw out, dump
disclose, reveal, expose, share, publish < give away
disconnect, unplug, detach, close, drop
discover, find, detect, identify, locate < find out, come across, stumble
discuss, talk, review
dismantle, disassemble, take apart, remove
dismiss, close, ignore, hide, cancel
dispatch, send, emit, trigger, ship
display, show, render, view, print, list, present
dispose, discard, recycle, release, clean up
disrupt, interrupt, disturb, break
dissolve, melt, mix
distinguish, differentiate, identify, tell apart, differ
distribute, share, spread, deliver, balance < hand out, dish out
disturb, interrupt, interfere
divert, redirect, route
divide, split, separate, partition, share < carve up
document, describe, record, write down
donate, give, contribute
double, duplicate, twice
downgrade, revert, older, roll back
download, fetch, pull, install < grab
drag, move, pull
drain, empty, evict, flow
draw, render, paint, sketch, plot
drift, differ, diverge
drill, bore, hole
drive, control, run, operate
drop, remove, discard, lose, delete, fall
dry, drain, air
dump, export, backup, save, write
duplicate, copy, clone, repeat, replicate
earn, receive, gain
ease, simplify, reduce
eat, consume, use
edit, change, modify, update, amend
eject, remove, unmount, evict < kick out, throw out
elect, choose, select, vote
eliminate, remove, prevent, delete, reduce < stamp out, root out
embed, include, insert, nest, inline
emit, send, trigger, output, fire, dispatch
emphasize, highlight, bold, stress
employ, use, hire
empty, clear, drain, blank
emulate, simulate, mimic
enable, activate, turn on, allow, support < light up
enclose, wrap, include, surround
encounter, meet, face, receive < run into, bump into, come across
encourage, recommend, promote
encrypt, protect, secure, encode < scramble
end, finish, stop, complete, terminate, close < wrap up
endanger, risk, harm
endure, last, persist, survive
enforce, require, apply, ensure, force
engage, activate, involve, hire
enhance, improve, extend, add < beef up, spice up
enjoy, benefit
enlarge, zoom, increase, expand, resize < blow up, make bigger
enroll, register, join, sign up
ensure, make sure, guarantee, verify, require
enter, type, input, insert, fill in
entitle, allow, eligible, right
enumerate, list, count, iterate
equip, install, provide, fit
erase, delete, clear, wipe, remove
escalate, increase, raise, forward
escape, quote, leave, avoid
establish, create, set up, open, connect
estimate, calculate, predict, approximate < guess, ballpark
evaluate, assess, calculate, compute, test, run
evaporate, dry, vaporize
evict, remove, expel, delete < kick out, boot out
evolve, change, develop, grow
examine, inspect, check, view, analyze < look at, look into, go through
exceed, larger, limit < go over, surpass, top
except, exclude, unless
exchange, swap, replace, trade, send
exclude, ignore, omit, skip, filter, leave out < keep out, shut out
excuse, exempt, waive
execute, run, perform, invoke, launch
exempt, exclude, waive, free
exercise, use, train, test
exhaust, run out, exceed, use up, deplete
exist, present, available, found < be around
exit, quit, leave, terminate, close, end < bail, bail out
expand, extend, grow, enlarge, open < blow up
expect, require, assume, anticipate, await
experience, encounter, see
expire, timeout, end, invalid < run out, lapse, go stale
explain, describe, clarify, show, tell < spell out, walk through
explode, burst, blow up
exploit, use, attack, abuse
explore, browse, discover, investigate
export, save, download, dump, output, extract
expose, publish, show, reveal, provide, open < lay bare
extend, expand, lengthen, add, enlarge, renew, inherit < stretch
extinguish, put out, quench
extract, retrieve, unpack, pull out, remove < dig out, tease out
face, encounter, meet
facilitate, help, enable, simplify
fade, disappear, dim, transition
fail, error, crash, break, not work < go wrong, fall through, blow up, choke, bork, go bad, mess up, flop
fake, mock, stub, simulate, forge < pretend
fall back, fallback, default, revert, alternative
familiarize, learn, know
fasten, tighten, attach, secure, clip
favor, prefer, prioritize
feed, supply, input, provide
fetch, retrieve, download, load, request, pull < grab
figure out, determine, find, calculate, understand, detect, discover < make out, suss out
file, submit, register, report
fill, populate, complete, load
fill in, complete, enter, provide, submit < fill out, fill up
filter, select, exclude, limit, search < weed out, sift, narrow down, screen out
finalize, complete, finish, approve
find, locate, search, discover, detect < hunt down, track down, dig up, come across
finish, complete, end, done, stop < wrap up, finish off
fire, trigger, emit, run, dismiss < set off, go off
fit, match, suit, install, mount < go with
fix, repair, correct, resolve, solve, mend, patch < sort out, sort, put right, straighten out
flatten, merge, simplify, smooth
flip, toggle, switch, turn, reverse, invert
float, hover, decimal
flood, overwhelm, overload, overflow < swamp, inundate, drown
flow, stream, run, pass
flush, clear, write, rinse
fold, collapse, bend, crease
follow, track, obey, comply, subscribe, watch < stick to
fool, trick, deceive
forbid, prohibit, deny, disallow, block, prevent < ban, outlaw
force, require, enforce, override, make
forecast, predict, estimate
forge, fake, spoof, create
forget, lose, omit, remove, missing
form, create, shape, make
format, style, layout, arrange < prettify, beautify
formulate, write, express
forward, redirect, send, pass, proxy, relay < hand on
free, release, clear, available < free up
freeze, lock, hang, stop, pause, immutable
freeze, chill, solidify
fulfil, satisfy, meet, resolve, complete
gather, collect, assemble, combine, retrieve < round up
generate, create, produce, build, make < spit out, churn out, crank out
obtain, retrieve, receive, fetch, read, access < grab, lay hands
get rid of, remove, delete, discard, uninstall, purge < lose, shake off
give, provide, grant, supply, pass, assign < hand
give up, abort, stop, cancel, abandon, timeout < throw in
glue, stick, bond, attach
govern, control, manage, determine
grab, fetch, take, capture
grade, rate, score, mark
grant, give, allow, permit, assign, provide
grind, crush, mill, sand
group, combine, organize, cluster, collect < lump, bunch
grow, increase, expand, scale
guarantee, ensure, warrant, promise
guard, protect, prevent, secure
guess, infer, estimate, detect, assume, predict
guide, help, lead, show
halt, stop, pause, suspend, terminate
hand over, transfer, pass, deliver, give
handle, process, manage, deal with, treat, catch, support < cope, take care
hang, freeze, block, stall, wait, unresponsive, timeout < lock up, get stuck, seize up, sit there
hang up, end, disconnect
happen, occur, take place, result < go on, come about
harden, set, cure, secure
harm, damage, injure, break < hurt
harvest, collect, pick, reap
hash, digest, checksum
hate, dislike
contain, include, hold
head, lead, go
heal, recover, repair, cure
heat, warm, cook
help, assist, support, aid < give a hand
hesitate, wait, pause
hide, conceal, mask, collapse, invisible, suppress, exclude < tuck away
highlight, mark, emphasize, color
hint, suggest, indicate, tip
hire, rent, employ, recruit
hit, reach, press, strike, exceed < bump
hold, keep, contain, store, retain, wait
hold on, wait, keep, retain < hang on
honor, respect, follow, obey, use
hook, attach, intercept, callback
host, serve, run, deploy
hover, mouse over, pointer
identify, detect, recognize, find, determine, distinguish < pin down, make out
idle, inactive, wait, unused
ignore, skip, exclude, disregard, suppress, omit < overlook, pass over, turn a blind eye
imagine, suppose, assume
imitate, mimic, copy, emulate, simulate < ape
immerse, soak, dip, submerge
impact, affect, influence
impede, block, prevent, hinder
implement, provide, create, write, apply
imply, mean, suggest, indicate
import, load, include, add, bring in
impose, enforce, apply, require
improve, enhance, optimize, increase, better < brush up, beef up, make better
include, contain, add, embed, comprise, cover < throw in, bring in
increase, raise, grow, extend, enlarge, add < bump, crank up, turn up, go up, beef up, step up, ramp up
indent, align, spaces
indicate, show, mean, denote, specify, signal
infect, contaminate, spread
infer, deduce, detect, determine, derive
inflate, blow up, expand, pump
influence, affect, control, change
inform, notify, tell, report, alert < let know
inherit, extend, derive, pass < take over
inhibit, prevent, suppress, block
initialize, start, set up, create, prepare < kick off
initiate, start, begin, trigger, launch
inject, insert, add, provide
injure, hurt, wound, harm
inline, embed, include
inquire, ask, request
insert, add, put, embed, enter, place < stick in, slot in, drop in
inspect, check, examine, view, debug < look over, poke around
install, set up, add, mount, fit
instruct, tell, direct, order, teach
insulate, isolate, protect, cover
insure, cover, protect
integrate, connect, combine, embed, plugin < hook up, tie in, plug in
intend, plan, mean, purpose
intercept, catch, capture, middleware
interfere, conflict, disturb, affect < get in the way, mess with
interpret, read, parse, understand, treat
interrupt, stop, cancel, pause, abort, break < cut off, cut short
introduce, add, present, insert
invalidate, expire, revoke, purge, void
invent, create, make up
invert, reverse, flip, negate
invest, spend, put in
investigate, examine, debug, check, analyze < look into, dig into
invite, add, ask, request
invoke, call, run, execute, trigger
involve, include, require, affect
isolate, separate, sandbox, detach < wall off, cordon off, fence off
issue, create, emit, release, give
iterate, loop, repeat, traverse < go through, run through, walk through
join, combine, merge, connect, enter
judge, evaluate, decide, assess
jump, skip, navigate, go to, move, focus, scroll, open < hop, leap
justify, explain, align, reason
keep, retain, preserve, store, maintain, save, hold < hang onto, hold onto, stick with
kill, terminate, stop, end, abort < shoot down, bump off
knead, mix, work
knock, strike, hit
know, find, tell, determine, understand, identify
label, tag, name, mark, annotate
lack, missing, absent, need
lag, delay, slow, behind
land, arrive, merge
last, remain, take, duration, continue, valid, expire
launch, start, open, run, release < fire up, spin up, kick off
lead, cause, guide, manage
leak, expose, disclose, escape < spill, seep
learn, discover, understand, find, study
leave, exit, quit, keep, remain, depart < walk out
lend, loan, borrow
lengthen, extend, longer
lessen, reduce, decrease
allow, permit, enable
level, flatten, balance
lift, raise, remove, hoist
light, illuminate, turn on
like, prefer, favorite
limit, restrict, maximum, cap, throttle, constrain < rein in, hold back, curb, put a limit
link, connect, associate, reference, join
list, show, display, enumerate, view, index
listen, bind, wait, subscribe, accept
live, reside, located, stored, placed
load, read, open, import, fetch, populate
localize, translate, adapt
locate, find, place, position
lock, secure, block, freeze, close
log, record, write, print, track
look, view, check, appear, search
look after, maintain, manage, care < see to
look up, find, search, resolve, query
loop, iterate, repeat, cycle
lose, drop, missing, discard, delete, disconnect
lower, reduce, decrease, drop
lubricate, oil, grease
mail, send, email, post
maintain, keep, update, support, preserve, service
make, create, build, produce, generate, cause, force
manage, control, handle, administer, organize < run, look after
manipulate, change, edit, control
manufacture, produce, make
map, assign, associate, translate, match
mark, label, tag, flag, highlight, indicate
mask, hide, redact, cover
match, equal, correspond, fit, find, compare
matter, important, affect, relevant < make a difference
mature, ripen, age, stable
mean, indicate, denote, signify, stand for, represent
measure, calculate, track, monitor, count, gauge < clock
mediate, resolve, proxy
meet, satisfy, join, fulfil
melt, dissolve, thaw
memorize, remember, store, save
mention, list, describe, specify, name
merge, combine, join, integrate
mess up, break, corrupt, damage, wrong < screw up, botch, bungle
migrate, move, upgrade, transfer, switch < move over, change over
mimic, emulate, simulate, copy
mind, care, object, matter
minify, compress, shrink, reduce
minimize, reduce, collapse
mirror, copy, replicate, reflect
mislead, confuse, deceive
misplace, lose, missing
miss, lack, absent, skip
mistype, typo, misspell
mitigate, reduce, prevent, fix
mix, combine, blend, stir, merge
mix up, confuse, swap, shuffle
mock, fake, stub, simulate
modernize, update, upgrade
modify, change, edit, alter, update
monitor, watch, observe, track, check < keep an eye, keep tabs
mount, attach, install, load, fix
mourn, grieve, bereavement
move, transfer, migrate, relocate, shift, change
multiply, times, scale
mute, silence, disable, quiet
narrow, limit, filter, restrict, reduce
navigate, go, open, browse, move, route
need, require, necessary, depend
neglect, ignore, forget, omit
negotiate, agree, exchange
nest, embed, inside
neutralize, counteract, balance
normalize, standardize, convert
note, record, write down, notice
notice, detect, observe, see, find < spot
notify, alert, inform, tell, send < give a shout, tip off
number, count, index
obey, follow, respect, comply, honor
obfuscate, minify, hide, mangle
object, disagree, refuse
observe, watch, monitor, see, follow
obtain, acquire, retrieve, receive, fetch < get hold of, come by, lay hands on
occupy, in use, take, use, hold < taken, hog, grab
occur, happen, appear, take place, arise < crop up, come up
offend, insult
offer, provide, support, supply, include
omit, skip, exclude, leave out, ignore < miss out
open, launch, start, view, display, show, unlock
operate, run, work, use, control
oppose, object
opt in, enable, consent, agree
optimize, improve, speed up, tune < streamline
order, sort, arrange, buy, request
organize, arrange, group, structure, sort
originate, come from, start, source
outline, summarize, describe
output, print, write, emit, produce, generate < spit out
outsource, delegate, contract
overcome, solve, bypass, fix
overflow, exceed, wrap, scroll < spill over, run over
overheat, hot, temperature < get too hot
overlap, conflict, cover, intersect
overload, exceed, overwhelm, too many < swamp
override, replace, overwrite, change, ignore, take precedence < trump, win over, beat
oversee, manage, supervise, monitor
overwhelm, overload, flood, exceed < swamp, bog down
overwrite, replace, override, lose < clobber
belong, owner, control
pack, bundle, package, compress
package, bundle, wrap, pack
paint, draw, render, color, coat
panic, crash, fail, abort
park, store, leave
parse, read, interpret, decode, analyze
participate, join, take part, contribute
pass, give, send, provide, hand, forward
pass through, forward, proxy, go through
paste, insert, put
patch, fix, update, modify
patrol, watch, guard
pause, suspend, stop, halt, wait, hold < put on hold
pay, settle, reimburse, cost < cough up, fork out, foot the bill
peel, remove, skin
peg, pin, fix
penalize, punish, fine
perform, run, execute, carry out, conduct
permit, allow, grant, enable
persist, save, store, remain, keep, survive < stick around, stick
personalize, customize, adapt
pick, choose, select, collect
pick up, detect, collect, load, apply, use, recognize
pin, fix, lock, specify
pinpoint, locate, find, identify
place, put, store, position, locate
plan, schedule, prepare, intend
plant, sow, grow
play, run, start
plot, draw, chart, graph
plug in, connect, attach, insert
point, refer, link, direct, indicate
poison, contaminate, toxic
polish, refine, shine, buff
poll, check, query, vote
pollute, contaminate
populate, fill, load, insert
port, migrate, convert, adapt
pose, ask, present
position, place, locate, align
possess, hold
post, send, publish, submit, mail
postpone, defer, delay, reschedule < put off, push back
pour, add, fill, drain
power, supply, run, drive
practise, train, exercise
pray, worship
precede, prior, prefix
predict, estimate, forecast, expect, foresee
prefer, recommend, choose, favor
prefix, prepend, begin
preload, prefetch, cache, load ahead < warm up
prepare, set up, ready, create, configure < get ready
prepend, prefix, add, insert before
prescribe, require, specify
present, show, display, introduce
preserve, keep, retain, save, maintain
press, push, click, hit, key
pressurize, inflate, pump
pretend, simulate, fake, mock
prevent, avoid, stop, block, forbid, disable, protect < keep from, head off, ward off, stave off, guard against
preview, view, look, show
price, cost, charge
prime, prepare, initialize
print, output, write, display, log, show
prioritize, order, rank, precedence, prefer
probe, check, test, health
process, handle, treat, run, compute < deal with, crunch
procure, buy, obtain, order
produce, create, generate, make, output, emit
profile, measure, analyze, benchmark
profit, benefit, gain
program, code, write, develop
progress, advance, proceed, continue
prohibit, forbid, ban, disallow, block
project, plan, display
prolong, extend, lengthen
promise, guarantee, ensure, commit
promote, upgrade, advertise, raise
prompt, ask, request, cause
pronounce, say, speak
propagate, spread, pass, inherit, forward
propose, suggest, recommend
protect, secure, guard, prevent, lock, encrypt < shield, safeguard
prove, verify, show, confirm, demonstrate, test
provide, supply, give, offer, specify, set
provision, create, set up, allocate < spin up
prune, trim, remove, delete, clean up < weed
publish, release, deploy, share, post, announce < put out, put online, go public
pull, fetch, download, drag
pump, transfer, push
purchase, buy, order, acquire
purge, delete, clear, remove, clean
pursue, follow, seek
push, send, upload, press, publish
put, place, set, store, add, insert < stick, pop
put back, restore, return, replace, undo
qualify, eligible, meet
quarantine, isolate
quell, stop, suppress
query, search, ask, request, fetch
question, ask, doubt
queue, wait, schedule, enqueue, line < line up
quit, exit, stop, close, leave, end
quote, cite, escape, estimate
race, compete, concurrent
raise, increase, throw, lift, report
rank, order, sort, score, rate
rate, score, evaluate
ration, limit, allocate
reach, access, contact, arrive, connect
react, respond, answer, handle, behave
read, load, view, parse, fetch, see
reappear, return, come back
reassign, transfer, move, change
rebuild, recreate, regenerate, recompile, build again
recall, remember, withdraw, return
receive, accept, obtain, collect, arrive
recharge, charge, refill
reclaim, recover, free, get back < claw back
recognize, detect, identify, know, accept
recommend, suggest, advise, prefer, best practice
reconcile, merge, match, balance
reconnect, connect again, retry, resume
reconsider, review, change
record, save, log, store, capture, write, track
recover, restore, get back, repair, retrieve < come back, bounce back, salvage, rescue
recreate, rebuild, regenerate, reproduce
recur, repeat, return
recycle, reuse, dispose
redact, mask, hide, remove < black out, blank out
redirect, forward, send, route
redo, repeat, undo
reduce, decrease, lower, minimize, shrink, cut < cut down, bring down, trim, slim down, tone down, scale down, dial back
refer, point, link, reference, see
refill, fill, top up, replenish
reflect, show, mirror, consider
reformat, format, rewrite, style
refrain, avoid
refresh, reload, update, renew
refund, reimburse, repay, return < get money back
refuse, reject, deny, decline, disallow < turn down, turn away, knock back, balk
regain, recover, restore
regenerate, recreate, rebuild, update
register, enroll, record, subscribe, sign up
regret, sorry
regulate, control, adjust, limit
rehearse, test, practise
reinforce, strengthen, support
reinstall, install again, repair
reject, refuse, deny, decline, fail, block < turn down, throw out, knock back, bounce
relate, associate, link, connect
relax, loosen, disable, rest
relay, forward, pass, proxy
release, publish, free, deploy, let go, version
relocate, move, transfer
rely, depend, trust, require < count on, bank on
remain, stay, keep, left, persist < stick around
remember, store, save, keep, persist, recall
remind, notify, alert
remove, delete, uninstall, detach, clear, drop, strip < get rid of, do away with, take out, take off, strip out, rip out, cut out, weed out
rename, change name, move
render, display, draw, generate, show
renew, extend, refresh, rotate, update
renovate, repair, restore
rent, lease, hire
reopen, open again, restore, resume
reorder, sort, move, arrange, rearrange
repair, fix, mend, recover, restore < patch up
repay, refund, reimburse
repeat, retry, loop, iterate, duplicate
replace, substitute, swap, change, override, exchange < take the place, fill in for, stand in for
replenish, refill, restock
replicate, copy, duplicate, mirror, reproduce
reply, respond, answer
report, show, notify, submit, log, tell
represent, stand for, mean, denote, describe
reproduce, repeat, recreate, replicate
request, ask, apply, require, demand, query
require, need, demand, depend
reschedule, postpone, move, change
rescue, recover, save
research, study, investigate
resemble, similar, like
reserve, book, allocate, keep
reset, clear, restore, revert, default
reshape, resize, change
resist, withstand, prevent
resize, scale, change size, enlarge, shrink
resolve, solve, fix, settle, find, determine
respect, honor, follow, obey, consider
respond, answer, reply, return, react
restart, reboot, reload, start again < bounce, kick, power cycle, turn it off and on
restock, refill, reorder
restore, recover, bring back, revert, reset, get back
restrict, limit, allow only, constrain, confine, deny < lock down, hold back, clamp down
result, cause, outcome, lead to
resume, continue, restart, restore < pick up where
retain, keep, preserve, store, hold
retire, deprecate, remove, leave, end < phase out, sunset
retract, withdraw, revoke, undo, pull < take back, recall
retrieve, fetch, obtain, recover, read, download
retry, repeat, attempt again, try again < have another go
return, give back, respond, result, come back < hand back, spit back
reuse, share, recycle
reveal, show, expose, display, disclose
reverse, undo, invert, revert, opposite
revert, undo, roll back, restore, reset < go back, back out
review, check, inspect, examine, approve < look over, go over
revise, update, edit, change
revoke, cancel, withdraw, invalidate, remove, deny < take away, take back
reward, bonus, pay
rewind, back, undo
rewrite, change, replace, transform
ride, travel, drive
ring, call, alarm, sound
rinse, wash, clean
risk, danger, hazard
roast, bake, cook
roll out, deploy, release, launch, distribute
rot, decay, spoil
rotate, turn, cycle, replace, renew, change < spin
round, approximate, nearest
route, direct, send, forward, path
rub, wipe, polish
ruin, damage, destroy, break, corrupt
run, execute, start, launch, operate, perform
rush, hurry, fast
rust, corrode
sabotage, damage, attack
sand, smooth, grind
sanitize, clean, escape, disinfect
satisfy, meet, fulfil, match
save, store, keep, persist, write, record < put away, stash, squirrel away
scale, resize, grow, increase, expand
scan, read, check, search, crawl
scatter, spread, distribute
schedule, plan, run, cron, book
scold, warn, criticize
scrape, crawl, collect
screen, filter, check
scroll, move, jump
seal, close, protect, lock
search, find, look for, query, look up < hunt, comb, dig through
seat, place, fit
secure, protect, lock, safe, fasten
see, view, show, display, find, read
seek, search, find, look for
segregate, separate, isolate
select, choose, pick, specify, mark
sell, offer, market
send, transmit, submit, deliver, forward, post < fire off, shoot, ship off
sense, detect, feel, measure
separate, split, divide, isolate, detach, distinguish < keep apart, pull apart
serialize, encode, convert, save
serve, provide, host, deliver, supply
service, maintain, repair
set, configure, define, specify, assign, change
set aside, reserve, allocate, save < put aside
set up, configure, install, create, prepare, establish
settle, pay, resolve, agree
sever, cut, disconnect
shake, vibrate, stir, agitate
shape, form, structure
share, distribute, publish, common, reuse, send
sharpen, grind, improve
shave, trim, reduce
shed, drop, lose
shield, protect, hide, cover
shift, move, change, transfer
shine, polish, light
ship, deliver, send, include, release < come with, bundled
shock, electric, surprise
shorten, reduce, truncate, trim, abbreviate < cut down
show, display, print, list, view, render, reveal, visible < bring up, pull up
show up, appear, display, listed < turn up, pop up
shrink, reduce, compress, minimize, contract, decrease
shuffle, random, mix
shut down, stop, terminate, exit, close, power off < bring down, take down, pull the plug, wind down
sign, signature, approve, authenticate
signal, indicate, notify, alert
silence, mute, suppress, disable, ignore, hide < shut up, hush, quieten, keep quiet
simplify, reduce, easier, streamline
simulate, emulate, mock, fake, mimic
sink, drain, lower
sit, located, placed, stay
skim, scan, read
skip, omit, ignore, bypass, exclude, pass < leave out, jump over
sleep, suspend, idle, pause, wait, standby
slide, move, swipe, transition
slip, slide, error
slow, delay, throttle, reduce < slow down, bog down, drag
smell, odor, scent
smoke, burn
smooth, even, sand
smuggle, hide, bypass
snap, take, capture, break
snooze, delay, remind
soak, immerse, wet, dip
sober, serious
soften, melt, smooth
solder, weld, join
solve, fix, resolve, answer, overcome < crack
sort, order, arrange, rank
sound, audio, ring, alarm
space, gap, margin, distance
spare, save, extra
spawn, create, start, launch, fork < spin off
speak, talk, say, communicate
specify, define, set, provide, declare, indicate, give, name < spell out
speed up, accelerate, improve performance, optimize, faster < make faster
spell, write, letter
spend, use, pay, cost
spill, leak, overflow
spin, rotate, turn
spin up, start, create, launch, run, provision < fire up, bring up, stand up
split, divide, separate, partition, break up < chop up, carve up, cut up
spoil, rot, damage, ruin
sponsor, fund, support
spot, find, detect, see, notice, identify
spray, apply, mist
spread, distribute, share, extend, expand
spy, monitor, track, watch
squash, combine, merge, compress
squeeze, compress, press, fit
stack, pile, layer
staff, employ, team
stain, mark, spot
stall, hang, stop, freeze, delay, block
stamp, mark, timestamp
stand, wait, support, upright
standardize, normalize, unify
start, begin, launch, run, open, initialize, boot < fire up, kick off, get going, bring up, spin up
start over, reset, restart < begin anew
starve, lack, wait
state, say, declare, specify
stay, remain, keep, persist, live < stick around
steal, theft, hijack, leak
steer, guide, direct, control
stick, adhere, attach, stay
sting, bite
stink, smell
stir, mix
stitch, sew, join
stop, end, halt, terminate, prevent, abort, disable, cancel < put an end, quit
store, save, keep, persist, hold, write < put away, stash
straighten, align
strain, filter, drain
strand, isolate
stream, flow, send, continuous
strengthen, reinforce, improve
stress, load, emphasize
stretch, extend, expand, scale
strike, hit
strip, remove, trim, delete
structure, organize, layout
struggle, difficult, problem
stub, mock, fake
study, learn, research
style, format, design, look
sublet, rent
submit, send, post, file, hand in < turn in, put in
subscribe, follow, sign up, listen, watch
substitute, replace, swap, alternative
subtract, deduct, minus
succeed, pass, work, complete
suck, absorb, vacuum
sue, legal
suffer, experience
suffice, enough, sufficient
suffix, append, end
suggest, recommend, propose, hint
suit, fit, match, appropriate
sum, total, add < add up, tot up
summarize, overview, condense < sum up, boil down
supervise, manage, monitor
supply, provide, give, deliver, feed
support, allow, handle, help, compatible, work with
suppress, ignore, silence, hide, disable, prevent < shut up, keep quiet
surf, browse
surpass, exceed
surprise, unexpected
surrender, give up
surround, wrap, enclose
survey, poll, study
survive, tolerate, withstand, persist, preserve, keep < outlive, make it through, live through, pull through
suspect, assume, think
suspend, pause, stop, disable, hang < put on hold
sustain, maintain, keep
swallow, ignore, suppress, catch
swap, exchange, replace, switch, change < trade
swear, curse
sweep, clean, scan
swell, expand, grow
swipe, slide, drag
switch, change, toggle, move, migrate, convert
symbolize, represent, mean
sync, synchronize, update, mirror < keep in step, keep up to date
synthesize, combine, produce
tackle, solve, handle, fix
tag, label, mark, annotate
tail, follow, watch, log
take, use, accept, require, need, duration
take away, remove, subtract, revoke
take care, handle, manage, responsible
take over, replace, inherit, assume, control, failover
take place, happen, occur, run
talk, communicate, connect, speak, exchange
tamper, modify, change, manipulate < meddle, mess with, tinker
tap, click, touch, press
target, aim, destination
taste, flavor
tax, charge, load
teach, train, explain
tear, rip, break
tear down, remove, delete, destroy, clean up
tease, hint
tell, inform, say, show, specify, notify, determine
tell apart, distinguish, identify, differ
tempt, attract
tend, usually, care
terminate, end, stop, kill, exit, close, shut down
test, check, verify, try < try out, put through
thank, grateful
thicken, concentrate
think, consider, believe
thread, concurrent
threaten, risk, danger
thrive, grow
throttle, limit, slow, rate limit
throw, raise, emit, error
tidy, clean up, organize, format, remove < tidy up, spruce up
tie, bind, link, connect, attach
tighten, fasten, secure, restrict
tilt, slope, lean, angle
time, measure, schedule
time out, timeout, expire, deadline
tint, color, shade
tolerate, allow, accept, withstand, survive < put up with, live with
toggle, switch, turn, enable, disable, flip
touch, change, modify, affect, access
toughen, harden
tour, visit, guide
tow, pull
trace, track, log, follow, debug
track, follow, monitor, record, watch, trace < keep track, keep tabs
trade, exchange, swap
train, teach, learn
transcribe, write, record
transfer, move, send, copy, pass, hand over < hand off
transform, convert, change, map, modify
translate, convert, language, localize
transmit, send, broadcast, pass
transport, carry, move, ship
trap, catch, intercept
trash, delete, bin, discard
travel, trip, journey
traverse, walk, iterate, visit, cross
treat, handle, consider, process, interpret
trick, fool, workaround
trigger, cause, start, run, fire, invoke, activate < set off, kick off, fire off
trim, cut, remove, shorten, truncate
trip, travel, fall
troubleshoot, debug, diagnose, solve, fix
truncate, cut, shorten, limit < chop off, cut off
trust, rely, safe, allow
try, attempt, test, retry < have a go, give it a go
tuck, hide, fold
tune, adjust, optimize, configure < tweak, fine-tune
tunnel, forward, proxy
turn, rotate, change, convert, become
turn down, reject, refuse, deny, decline
turn into, convert, become, transform, change
tweak, adjust, change, customize, configure
twist, turn, rotate
type, enter, input, write
uncover, reveal, find, detect
undergo, experience, run
underline, emphasize, mark
undermine, weaken, break
understand, know, learn, interpret, parse
undertake, perform
undo, revert, reverse, restore, roll back, cancel < take back, go back on, back out
unfold, expand, open
unify, combine, merge
uninstall, remove, delete
unite, join, combine
unload, remove, release
unlock, open, release, enable
unpack, extract, unzip
unravel, solve
unregister, remove, delete
unroll, expand
untangle, separate, solve
unveil, show, release
unwrap, open, extract
update, upgrade, refresh, change, renew, modify < bring up to date
upgrade, update, migrate, newer
uphold, keep, enforce
upload, send, push, transfer, submit
urge, recommend
use, apply, employ, consume, utilize, work with < make use
use up, consume, exhaust, deplete < burn through, go through, chew through
utilize, use
vacate, leave, empty
vaccinate, immunize
value, worth, price
vanish, disappear, removed, missing < go away
vary, differ, change, depend
ventilate, air, cool
verify, check, confirm, validate, test, prove < make sure, double-check
version, release, revision
veto, reject, block
vibrate, shake
view, see, show, display, open, look
violate, break, breach
visit, open, browse, go
visualize, show, chart, graph
void, cancel, invalid
volunteer, offer
vote, elect, poll
vouch, guarantee
wait, delay, block, pause, await, hold < hang on, hold on, sit tight
wake, resume, start, wake up
walk, traverse, iterate
wander, move
want, need, wish, require
warm, heat
warn, alert, notify, report, caution
warp, bend, distort
waste, consume, unnecessary
watch, monitor, observe, track, follow, detect
water, irrigate
weaken, reduce, lower
wear, abrasion, use
weave, combine
weigh, weight, consider
welcome, greet
weld, join
whip, beat, mix
widen, expand, increase
win, precedence, take priority, override
wind, coil, turn
wipe, clear, delete, erase, clean
wire, connect, cable
wish, want, prefer
withdraw, revoke, remove, cancel, take back < pull out, back out
withhold, keep, deny, hide
withstand, resist, tolerate, survive < stand up to, hold up
witness, see, observe
wonder, ask
work, function, operate, run, behave
work around, bypass, workaround, avoid
worry, concern
worsen, degrade, deteriorate
wrap, enclose, cover, surround, package
wreck, break, destroy, damage
write, save, store, output, create, record < jot down, scribble
yell, alert, warn
yield, return, produce, give
zip, compress, archive, pack
zoom, enlarge, scale, magnify
`;
