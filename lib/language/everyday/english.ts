/** Words that are put for each other in nearly every sentence: see ../everyday-words.ts for how a line is read. */
export const english = `
delete, remove, erase < wipe, forget, get rid of
discard, dispose of < throw away, throw out
uninstall, remove
undo, revert, rollback < roll back
sign in, login, logon, signin < log in, log on
sign out, logout, signout < log out, log off
register, signup, enrol, enroll < sign up
unsubscribe < opt out
folder, directory
image, photo, photograph
video, film, movie, clip
rename < change the name
replace, substitute
restart, reboot, relaunch
shutdown, shut down, switch off < power off, turn off
enable, activate, switch on < turn on, power on
disable, deactivate, switch off < turn off
continue, resume < carry on
quit, exit, close
price, cost, fee
free < free of charge, for free, gratis
buy, purchase
pay, settle
refund, reimburse, reimbursement < money back
bill, invoice
discount, rebate
salary, wage
repair, fix, mend
defective, faulty, damaged, broken < out of order
mistake, error
bug, defect
computer, PC
computer, laptop, PC
phone, telephone, mobile phone, cell phone, cellphone, smartphone
TV, television
fridge, refrigerator
freezer, deep freeze
browser, web browser
website, web site
web page, webpage
wifi, wi-fi, wireless
network < internet
email, e-mail
plugin, plug-in, add-on, addon
config, configuration
setup, set up
password, passcode
username, user name, login name
disk space, storage space
backup, back-up < back up
restore, recover < bring back
deliver, ship
delivery, shipment, shipping
retrieve, fetch, obtain
show, display
hide, conceal
search, find < look for, seek
locate, find
choose, select
unplug, disconnect
ensure, make sure
confirm, acknowledge
forbid, prohibit, ban, disallow
refuse, reject, decline < turn down
permission, authorisation, authorization
maximum, upper limit
minimum, lower limit
quick, fast, rapid, speedy
big, large
bigger, larger
biggest, largest
huge, enormous
small, little, tiny
smaller, lesser
enlarge, increase, magnify
shrink, reduce
spare part, replacement part
help, assistance
tutorial, walkthrough
example, sample
reply, respond, answer
solve, resolve, fix
remedy, solution
troubleshoot, diagnose
upgrade, update
outdated, obsolete < out of date
deprecated, obsolete
expire, lapse < run out
expiry, expiration
deadline, due date
schedule, timetable
appointment, meeting
meeting, conference
postpone, defer < put off
holiday, vacation
employee, staff
personnel, staff, employees
boss, supervisor
colleague, coworker, co-worker
customer, client
collaborate, cooperate < work together
rule, regulation
rubbish, trash, waste
bin, trash can, garbage can
car, automobile, vehicle
lorry, truck
shop, store
petrol, gasoline, gas
spanner, wrench
wash, clean
dirty, soiled
stain, spot
oven, stove, cooker
pan, pot
slice, chop, cut
tighten, fasten
loosen, undo, slacken
click, tap
enter, type < type in, key in
scan, digitise, digitize
colour, color
dark mode, dark theme
font, typeface
favourite, favorite
shortcut, hotkey, key combination
keyboard shortcut, hotkey
danger, hazard
dangerous, hazardous
doctor, physician
medicine, drug, medication
ill, sick
injury, wound
child, kid
guest, visitor
owner, proprietor
neighbour, neighbor
opening hours, business hours
shut, close, closed
change, modify, edit, alter
modify, change, edit
begin, start
commence, start, begin
stop, end < terminate
halt, stop
add, append
merge, combine
relocate, move
transmit, send
inform, notify
verify, check
customize, customise
preferences, settings, options
purge, clear, delete
book, reserve
booking, reservation
duplicate, copy
retain, keep
preserve, keep, retain
enquire, inquire, ask
headline, heading, title
apartment, flat
elevator, lift
faucet, tap
flashlight, torch
glue, adhesive
feasible, possible
quantity, amount
lubricate, grease, oil
stir, mix, blend
refill, fill, top up
upkeep, maintenance, servicing
unzip, unpack, extract, decompress
permit, allow
yearly, annual, annually
automatic, automated
automatically < by itself, on its own
manually, manual, by hand
mandatory, required, compulsory, obligatory
permanently, forever < for good
temporary, provisional
anonymous, nameless
translate, translation
`;
