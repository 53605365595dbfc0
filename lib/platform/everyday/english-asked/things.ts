/**
 * What things are called: see ../../everyday-words.ts for how a line is read. One thing is not another, so only what
 * names the same thing stands in a group here; what merely belongs to it does not.
 */
export const things = `
abbreviation, acronym, short form
absence, leave
accident, mishap
account, login
administrator, admin, superuser < sysadmin
advantage, benefit < upside, perk
disadvantage, drawback, limitation < downside, snag
agenda, programme, schedule
agreement, contract
aim, goal, objective, purpose
alarm, alert
allowance, quota, entitlement
amount, quantity
answer, response, reply
apostrophe, single quote
applicant, candidate
apprentice, trainee, intern
approval, consent, authorization < go-ahead, okay
archive, zip file, tarball
argument, parameter
array, list
arrow, pointer
assignment, task
asterisk, star, wildcard
attachment, enclosure
attorney, lawyer
attribute, property
author, writer
autocomplete, completion, autocompletion, suggestions
autumn, fall
avatar, profile picture
backslash, escape character
backtick, grave accent
backup copy, backup
ballot, vote
bandwidth, throughput
bank holiday, public holiday
bargain, discount
bathroom, restroom, toilet
beginner, newcomer, new user < newbie, rookie
behaviour, behavior
benchmark, performance test
bereavement, death
beverage, drink
bill, invoice
birthday, date of birth
boilerplate, template, scaffold
bonus, premium
bookmark, favourite
border, edge, outline
bottleneck, performance problem
boundary, border, limit
bounds, limits, range
brackets, parentheses, braces
branch office, subsidiary
break, pause, rest
breadcrumb, navigation path
broadband, internet connection
brochure, leaflet
bug, defect, fault, issue < glitch, gremlin
bulletin, newsletter
business trip, travel, journey
button, key
cabinet, cupboard
cable, cord, lead
cafeteria, canteen
caption, label
capital letter, uppercase, upper case
cashpoint, ATM
catalogue, directory, index
caveat, limitation, known issue, restriction
ceiling, upper limit, maximum
certificate, credential
chairman, chair, chairperson
changelog, release notes, release history < what's new
channel, stream
chapter, section
character set, encoding, charset
chart, graph, diagram
checkbox, tick box
chunk, part, segment, piece
city, town
clipboard, paste buffer
clock, timer
cloth, rag, fabric
coach, bus
code sample, snippet, example
colon, punctuation mark
colleague, coworker, teammate
column, field
command line, terminal, CLI, shell, console, command prompt
comment, remark, note, annotation
commit, revision
company, firm, employer, organization
compensation, reimbursement
complaint, grievance
component, part, element < widget
computer, machine, host
config file, configuration file, settings file
consequence, effect, result, impact
contamination, pollution
contents, table of contents
conversation, chat, dialogue, thread
copy, duplicate, replica, clone
costs, expenses
couple, pair
course, training
credentials, login details, user name and password
creator, author, maintainer
crew, team, staff
criteria, conditions, requirements
cronjob, cron job, scheduled task
cutoff, deadline, threshold
cycle, loop
daemon, background process, service
damages, compensation
dash, hyphen
data loss, lost data
database, DB, datastore, data store
dataset, data set
deadlock, hang
decimals, decimal places, precision
defect, fault, flaw
delimiter, separator
dental plan, insurance
department, division, unit
dependency, prerequisite
deposit, down payment
description, summary
detergent, cleaning agent, soap
developer, programmer, software engineer < coder
device, machine, appliance < gadget
dialog, popup, modal, prompt
diary, log, journal
difference, distinction
digit, numeral
dimensions, size, width, height
diploma, degree, certificate
directory, folder
disaster, emergency
disk space, storage, disk usage
dispute, conflict, disagreement
documentation, manual, guide, handbook, docs
domain name, host name, hostname
dose, dosage
double quotes, quotation marks, double-quoted
downtime, outage, unavailability
draft, unpublished version
dress code, clothing
dropdown, select box, combobox
duration, length
duty, responsibility, obligation
earnings, income, revenue
edition, version, release
electricity, power
ellipsis, three dots, spread operator
employee, worker, staff member, personnel
employer, company
emergency exit, escape route
end user, user
entitlement, right, eligibility
entrance, entry, door
entry point, entrypoint, main file
entry, record, row, item
environment variable, env var
equipment, gear, tools
error message, error text
estimate, approximation
exam, examination, test
exception, exemption
excerpt, snippet, passage, extract
exit code, return code, exit status, status code, return value
expense claim, expense report, reimbursement
expert, specialist
expiry date, expiration date, best before
extension, suffix, file ending
extension, plugin, add-on, addon
eyesight, vision
fabric, textile, cloth
facility, building, site
failure, fault, error, outage < breakdown, meltdown
favicon, site icon
faq, frequently asked questions
feedback, rating, review, comments < thumbs-up, thumbs-down
file name, filename
file type, format, file extension
fine, penalty
first aid, emergency treatment
fixture, test data
flag, switch, option, argument
flaw, defect, weakness, vulnerability
flow chart, diagram
folder structure, directory structure, directory layout, project structure, file layout
footer, bottom of the page
forename, first name, given name
form field, input, text field, input box
fortnight, two weeks, 14 days
front page, home page, homepage, landing page, start page
functionality, feature, capability
garbage collector, garbage collection, GC
gas, fuel
gift, present
glitch, bug, error
gloves, protective clothing
glue, adhesive
grace period, delay
graveyard shift, night shift
guarantee, warranty
guest, visitor
guideline, policy, rule, convention
half year, six months
handbook, manual, guide
handler, callback, listener
handset, phone, receiver
hash sign, pound sign, number sign
header, heading, title
headphones, headset, earphones
headquarters, head office, main office
helper, utility, assistant
hidden file, dotfile
hierarchy, tree, structure
highest, maximum
hint, tip, advice
hiring, recruitment
history, log, past
hole, vulnerability, gap
home office, remote work, working from home, telework
hook, callback
hostname, domain, host name
hose, pipe, tube
hotkey, shortcut, keyboard shortcut
hour, 60 minutes
household, home
housing, case, enclosure
human resources, HR, personnel department
icon, symbol, pictogram
identifier, ID, name
illness, sickness, disease
impact, effect, influence
inbox, mailbox
income, salary, earnings
indent, indentation
infinite loop, endless loop, cycle
information, data, details < info
ingredient, component
injection, shot
initials, abbreviation
inquiry, enquiry, request
inspection, check, examination
installer, setup program
instructions, directions, steps, manual
interface, API
intermediary, proxy, middleman
intermission, break
internals, implementation, architecture
internet, web
internet speed, bandwidth
introduction, overview, getting started
inventory, stock
invitation, invite
itinerary, travel plan
job, task, occupation, position
job title, position, role
junk, trash, garbage, rubbish
kettle, boiler
keyword, term
kick-off, start, launch
label, tag
ladder, steps
landlord, owner
language setting, locale, language
laptop, notebook
latency, delay, lag, response time
law, regulation
lawsuit, legal action
leader, primary, master
leak, leakage
leave request, holiday request, absence request
leftovers, remains, orphans
letter, character
letterhead, stationery
library, package, module
licence, license
life cycle, lifecycle
lifetime, lifespan, service life
light bulb, lamp, bulb
limits, restrictions, constraints
line break, newline, line feed
linter, static analysis
lodging, accommodation, hotel
logo, brand mark
lookup, search, resolution
lower case, lowercase, small letters
luggage, baggage
lunch break, break
lump sum, flat rate
machine, host, server, node
mail address, email address
mailing list, newsletter
main page, home page, index
maintainer, owner
majority, quorum
malfunction, fault, failure
manager, supervisor, line manager < boss
manufacturer, maker, vendor, producer
margin, spacing
maternity leave, parental leave
maximum, limit, upper bound, ceiling
meal allowance, per diem, daily allowance
meaning, definition, sense
medication, medicine, drug < pill
meeting room, conference room
member, node, participant
memory, RAM, heap
memory leak, memory usage
menu bar, navigation
merger, combination
message, notification
method, way, procedure, approach
microphone, mic
mileage, kilometre allowance, travel expenses
milestone, stage
minimum, lower bound, floor
minutes, protocol, meeting notes
misprint, typo, spelling mistake
mistake, error, slip
moisture, humidity, damp
monitor, screen, display
mould, mold, fungus
nametag, badge
navigation, menu
neighbourhood, area
newcomer, new employee, beginner
new hire, new employee, newcomer, onboarding
news, announcements
nickname, alias
node, member, server
note, remark
notice board, bulletin board
notice period, period of notice, termination
nursery, childcare, day care
object, item
obligation, duty
occurrence, event, instance
offence, violation
office hours, opening hours, working hours
omission, gap
onboarding, induction, new employee
operating system, OS, platform
opportunity, chance
option, setting, choice
order, sequence
organizer, host
outage, downtime, failure, power cut
outlet, socket, plug
outline, overview, summary
output folder, output directory, build directory
overhead, cost
overtime, extra hours, additional hours
overview, summary
package, parcel
packet, package
page number, pagination
pane, panel
paperwork, forms, documents
paragraph, passage
parental leave, maternity, paternity
parking space, parking lot, car park
partition, segment
partner, spouse
passcode, PIN
passphrase, password
password manager, vault
pastry, dough
patch, fix
pattern, regular expression, glob
pavement, sidewalk
pay rise, salary increase, raise
pay slip, payslip, payroll
pay, salary, wage, remuneration
payroll, salary
pension, retirement
percentage, proportion, share
performance review, appraisal, evaluation
permission, right, privilege
permit, licence, permission
personal data, private data, personal information
phase, stage
phone number, telephone number
pitfall, caveat, trap < gotcha
pixel, dot
placeholder, variable
plaster, bandage
plug, connector
poison, toxin
policy, rule, guideline
pop-up, popup, dialog
postcode, zip code, postal code
power cut, power failure, blackout, outage
power plug, mains plug
power supply, mains
precaution, safety measure
precedence, priority
preference, setting
prefix, beginning
prerequisite, requirement, precondition
price tag, price, cost
priority, precedence, order
privacy, data protection
problem, issue, trouble < hiccup, snag
procedure, process
processor, CPU, core
production, live system
programmer, developer
progress bar, progress indicator, loading indicator
proof, evidence
provider, supplier, vendor
pull request, merge request
punctuation, marks
pushback, resistance
qualification, skill
query parameter, search parameter, query string
queue, waiting list
quota, limit, allowance
quotation marks, quotes, double quotes
quotation, quote, citation
race condition, concurrent access
ranking, order, score
rate limit, throttling, quota
ratio, proportion
rebate, discount
receipt, proof of payment, invoice
receiver, recipient
recipient, addressee, receiver
record, entry
recovery, restoration
recycling, waste separation
redundancy, replication
reference, link
refund, reimbursement
registration, enrolment, sign-up
regulation, rule
release, version
reliability, availability
remainder, rest
remedy, cure, fix
reminder, notification
remote control, remote
removal, deletion
removal firm, moving company
rent, lease
replica, copy, follower, secondary
repository, repo
requirements, prerequisites, dependencies < what do I need, what I need
resolution, dpi
retention period, storage period, retention
return value, result
reward, bonus
roadmap, plans
room, space
router, gateway
row, line, record
rubbish bin, bin, dustbin
rucksack, backpack
safety glasses, goggles
salary, pay, wage
sandbox, playground, isolated environment
scaffold, template, starter
schedule, timetable
school, class
scissors, shears
scratch file, temporary file
screen reader, assistive technology, accessibility
screenshot, screen capture
seatbelt, safety belt
secret, password, token, credential
security camera, CCTV
security hole, vulnerability, security issue, CVE
self-signed, untrusted
serial number, ID
settings, preferences, options, configuration < knobs
severance, compensation
shelf life, best before, expiry
shift, working hours
shop, store
shortcut, hotkey
shortcoming, limitation, weakness
shutdown, termination
sick leave, sick note, illness, absence
sick note, doctor's certificate, medical certificate
side effect, impact
side menu, sidebar
signature, sign-off
single quotes, apostrophe, single-quoted
site, website
skill, ability
slash, path separator
sleep mode, standby, suspend
slot, position
smoke alarm, smoke detector
snapshot, backup
software, program, application
source code, sources, code
spam, junk mail
spare time, free time
speed, velocity, rate
spelling mistake, typo, misspelling
spouse, husband, wife, partner
spreadsheet, table
square brackets, brackets
stack trace, traceback, backtrace
staff, employees, personnel
stairs, steps
stain remover, cleaner
standby, idle
starting point, entry point
startup, boot, launch, start
statistics, metrics, analytics < stats
step, stage
stocktaking, inventory
stopwatch, timer
storage, memory
storey, floor, level
stove, cooker, oven
subdirectory, subfolder
subscription, plan
suggestion, recommendation, proposal
sum, total, amount
summary, overview, abstract
summer time, daylight saving time
supervisor, manager
surgery, operation
surname, last name, family name
survey, poll, questionnaire
switchboard, reception
symlink, symbolic link, soft link
symptom, sign
tablespoon, tbsp
tap, faucet
task, job
tax return, tax declaration
teaspoon, tsp
telemetry, usage data, usage statistics, analytics < usage figures, tracking data
temp file, temporary file
tenant, renter
term, word
terms, conditions
test run, dry run, trial run
text box, text field, input
theft, stolen property
thermostat, temperature control
third party, external
threat, risk, danger
threshold, limit
ticket, issue
time limit, timeout, deadline, maximum duration
time off, leave, holiday, vacation
time sheet, timesheet, working hours
time zone, timezone
timestamp, date and time
tip, hint
title, heading
toggle, switch
tool, utility
torch, flashlight
total, sum
toolkit, tools
trade union, union
trade-off, compromise
trainee, apprentice
trash, bin, recycle bin
travel expenses, travel costs, reimbursement
trial period, probation, probationary period
trial version, demo, evaluation
trigger, event
tube, pipe
tyre, tire
unit test, test
usage, consumption, use
user interface, UI, frontend
user name, username, login name
utensil, tool
vacancy, open position, job opening
vacuum cleaner, hoover
validity, validity period
variant, version
vendor, supplier
version number, release number
vinegar, acid
visa, residence permit
vocabulary, terminology
voicemail, answering machine
voltage, volts
volume, loudness
waiting time, delay
walkthrough, tutorial, step by step
wallpaper, background image
warehouse, storage
washing machine, washer
washing powder, detergent
waste, rubbish, garbage
weakness, limitation
web address, URL, link
web server, HTTP server
week, seven days
whitespace, spaces, blanks
wildcard, glob, pattern
windscreen, windshield
word list, dictionary, vocabulary
work accident, accident at work, occupational accident
work contract, employment contract
workaround, alternative solution
worker, process
working time, working hours
workplace, workstation, office
workstation, computer
worktop, counter
wound, injury
wrapper, container
wrench, spanner
yard, garden
year, annual
zip, postal code
zip file, archive
`;
