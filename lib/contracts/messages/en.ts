/** Sentences the program writes, English. Keys and parameters are the same in `zh-CN.ts` (a test compares them). */
const en = {
  rule: {
    not_allowlisted:
      "The path is in none of the folders that Docent may read now. Add its folder in Settings, or resume it there if it is paused.",
    traversal: "The path climbs out of its folder with “..”. Give the path without it.",
    symlink_escape:
      "The path is a link that leads out of its folder. Put a copy into the folder, or add the folder it leads to.",
    denylisted:
      "The path is on the denylist, which stands above every folder. It cannot be read through Docent.",
    invalid_path:
      "The path is empty, too long, of the wrong form, or fits several folders. Give one full path or name the folder.",
    not_regular_file: "The path is a folder, pipe, device or socket. Only regular files are read.",
    not_a_document: "The file does not match the document patterns (doc_file_patterns).",
    dependency_folder:
      "The path lies in a folder of packages or of a build, such as node_modules, which is left out. Switch on “Read packages and builds” for its folder in Settings (include_dependencies) to read it.",
    too_large: "The file is larger than max_file_bytes allows.",
    too_many_files: "The folder holds more files than max_files allows; the rest is not read.",
    path_changed: "The file changed under its name while it was being opened. Ask again.",
    unreadable:
      "The operating system does not let Docent read this. Check that it exists and its permissions.",
    outside_scope: "The folder is not among those this question may search.",
    outside_project:
      "The folder lies outside the project and allow_outside_project is off. Switch it on to read it.",
    not_text: "The file is not text. If it is a document, save it as UTF-8.",
  },
  web: {
    label: "Web",
    masked: "A secret in what was asked was masked before it left this machine.",
    truncated:
      "The page is longer than is read of one, or broke off: only its first {bytes, number} bytes were read.",
    made_room:
      "{count, plural, one {# older saved page} other {# older saved pages}} that no answer cites gave way (web.max_saved_pages, web.max_saved_bytes).",
    refused: {
      ssrf_scheme:
        "Only addresses that begin with http:// or https:// are fetched. Give the page’s address on the web.",
      ssrf_credentials:
        "The address holds a user name or a password, which Docent does not send. Give it without them.",
      ssrf_port:
        "The address names a port. Pages are fetched from ports 80 and 443 alone. Give it without a port.",
      ssrf_address:
        "“{host}” is this machine, a private network, or no address of the public web. Docent does not reach it; open it in a browser yourself.",
      own_address:
        "“{host}” leads to a public address of this machine or of a neighbour on its network. Docent does not reach it; open it in a browser yourself.",
      ssrf_dns:
        "The name “{host}” could not be looked up. Check how it is spelled, and whether this machine is connected.",
      redirect_nowhere:
        "“{host}” redirects without saying where to. Open the page in a browser to see what it wants.",
      redirect_long:
        "“{host}” redirects to an address of more than {most, number} characters, which is not asked for.",
      redirect_loop: "“{host}” redirects in a circle. Give the address that the page ends up at.",
      redirects:
        "“{host}” redirects on after {most, number} redirects. Give the address that the page ends up at.",
      robots:
        "“{host}” forbids programs to read this page, in its robots.txt. Open it in a browser yourself.",
      robots_unreachable:
        "The robots.txt of “{host}” could not be read, so it is not known what may be, and nothing was. Try again later.",
      deny_hosts:
        "“{host}” is on web.deny_hosts, so nothing is fetched from it. Take it off that list in Settings to change this.",
    },
    failed: {
      timeout:
        "“{host}” was not done within {seconds, number} seconds (web.timeout_ms). Try again, or allow more time in Settings.",
      encoding: "“{host}” packed its answer in a way that is not known here. Nothing was kept.",
      headers: "“{host}” sent headers that are longer than any page needs. Nothing was kept.",
      not_http: "What “{host}” answered is not HTTP. Nothing was kept.",
      unpacking: "The answer of “{host}” could not be unpacked. Nothing was kept.",
      certificate:
        "“{host}” could not prove that it is itself: its certificate does not hold. Nothing was sent.",
      connection: "“{host}” could not be reached, or broke off. Try again later.",
      parse_limit:
        "The page is nested too deep, too large or too much work to be read. Nothing of it was kept.",
      no_fetch:
        "Nothing is kept under “{fetch_id}”, or not any more. Fetch the page again with web.fetch.",
      rate_limited: "“{host}” was asked too often (429). Try again later.",
      turned_away:
        "“{host}” does not give this page to programs ({status, number}). Open it in a browser yourself.",
      full: "The saved pages fill what is kept of them ({most, number} pages, {size, number} MB), and those that are left are cited or in use. Forget some in Settings, or raise web.max_saved_pages or web.max_saved_bytes.",
      gone: "“{host}” has no such page ({status, number}). Check the address.",
      status: "“{host}” answered with an error ({status, number}). Try again later.",
      media_type:
        "“{host}” sent {media_type}. HTML, Markdown, plain text and data as JSON or XML are read, and nothing else.",
      empty:
        "The page of “{host}” shows no text: it is empty, or made by scripts, which are not run. Open it in a browser yourself.",
    },
    search: {
      offline:
        "No search service is set up, so nothing was asked and nothing left this machine. Choose one in Settings under Web (web.search_backend).",
      unset:
        "{service} is chosen to search with, and {variable} is not set. Set it and start Docent again, or choose another service.",
      rate_limited: "{service} was asked too often (429). Try again later.",
      challenge:
        "{service} wants to see that a person asks (a captcha). Try again later, or choose another service (web.search_backend).",
      refused:
        "{service} turned the question away. Try again later, or choose another service (web.search_backend).",
      key: "{service} does not accept the key in BRAVE_API_KEY. Check the key.",
      json_off:
        "{service} refused the question. Its settings must list json under search.formats, and its limiter must let this machine through.",
      down: "{service} has trouble of its own ({status, number}). Try again later.",
      status: "{service} answered with {status, number} instead of results. Check its address.",
      unreadable:
        "{service} answered with something other than results. Check its address, or choose another service (web.search_backend).",
    },
  },
  tool_write: {
    done: {
      created:
        "{bytes, plural, one {# byte} other {# bytes}} written to {path}, which is a new file.",
      overwrite:
        "{bytes, plural, one {# byte} other {# bytes}} written to {path}, in place of what stood there.",
      append: "{bytes, plural, one {# byte} other {# bytes}} added at the end of {path}.",
      edit: "{count, plural, one {# place} other {# places}} replaced in {path}.",
    },
    auto_run:
      "Another program runs or obeys a file of this name by itself, so the tools do not write it. Change it yourself.",
    elsewhere:
      "Files are written only in the first folder of the tools; the others can be read. Give a path in the first.",
    name: {
      backslash:
        "A name in the path holds a backslash, which parts folders on other systems and would be part of the name here. Part folders with /.",
      control:
        "A name in the path holds a line end or another control character. Give a name that stands in one line.",
      unseen:
        "A new name in the path begins or ends with a space, or holds signs that cannot be seen. Leave them out.",
      place:
        "“{name}” stands for no place here and would become a folder of that name. Give the path relative to the workspace.",
    },
    names_folder: "The path ends like the path of a folder. Give the path of the file.",
    missing: "There is no such file to edit. List the folder, or make the file with write.",
    hard_link:
      "The file has a second name somewhere (a hard link), and a change here would tear the two apart. Make a copy and change that.",
    protected: "The file is write-protected for everybody. Lift that first, if it should change.",
    too_large: "The file is, or would be, larger than the {mib} MiB that the tools write.",
    not_text: "The file is not text, so it is neither edited nor written over. Use another name.",
    broken_encoding:
      "Some bytes of the file are not valid {encoding} and would be lost. Save it as UTF-8 in an editor first.",
    cannot_hold:
      "The file is written in {encoding}, which has no “{character}”. Leave that out, or write a new file, which is UTF-8.",
    read_otherwise:
      "In {encoding}, in which the file is written, the new text would be read as another one. Write a new file, which is UTF-8.",
    nul: "“{name}” holds a NUL character, which no text file has. Leave it out.",
    stale:
      "The file is not the one that expected_sha256 names: it has changed, or there is none. Read it again.",
    not_as_shown:
      "The file has changed since this change to it was shown, so nothing was written. Make the call again to see it anew.",
    file_changed:
      "The file changed while it was being written, so it was left as it is. Read it, and make the call again.",
    folder_changed:
      "The folder was moved or replaced while the file was being written, so nothing was written. Make the call again.",
    not_let: "The system does not let Docent write there ({code}). Nothing changed.",
    disk_full: "The disk is full. Nothing changed; free some space and make the call again.",
    same: "find and replace are the same text, so nothing would change.",
    ambiguous:
      "find stands {count} times in the file, in the lines {lines}. Give more of the text around the one that is meant, or set all.",
    more_than:
      "find stands more than {count} times in the file, first in the lines {lines}. Give more of the text around the one that is meant, or set all.",
    too_many:
      "find stands more than {most} times in the file, which is more than one call replaces. Give more of the text around what is meant.",
    no_match: "find does not stand in the file. {near}",
    near: {
      none: "Read the file, and copy the text from there.",
      line_ends: "Line {line} holds it with other line ends. Give them as LF.",
      white_space: "Line {line} differs from it in white space alone: {text}",
      look: "Line {line} differs from it in case, or in characters that look alike: {text}",
      words: "Line {line} is the nearest: {text}",
    },
  },
  check: {
    title: "What was found in the documents",
    read: "{pages, plural, one {# page} other {# pages}} with {links, plural, one {# link} other {# links}} were read; {count, plural, =0 {nothing was found} one {# place was found} other {# places were found}}.",
    nothing: "Nothing that was looked for is broken.",
    no_pages: "There is no document in these folders, or they are paused. Look at Settings.",
    table: { what: "What", count: "Places", fixes: "With a fix" },
    rule: {
      link_missing: "Links that lead nowhere",
      picture_missing: "Missing pictures",
      anchor_missing: "Links to headings that are not there",
      page_unlinked: "Pages that no other page links to",
      note_left: "Notes left behind",
    },
    about: {
      link_missing: "No file of this name is where the link leads, in this folder.",
      picture_missing: "No picture of this name is where the page looks for it, in this folder.",
      anchor_missing: "The page is there, and has neither a heading nor a tag of this name.",
      page_unlinked:
        "No page of the folder links here. A menu outside the documents may; Docent sees documents alone.",
      note_left: "What somebody meant to do later. Notes in code are not looked at.",
      doubts:
        "These may be right: they follow customs of sites that the documents alone do not show, so they are no findings.",
    },
    line: "Line {line}:",
    fix: "Most likely {to}.",
    more: "{count, plural, one {# more stands} other {# more stand}} in findings.json.",
    doubts: "Not checked",
    doubt: {
      template: "{count, plural, one {# link is} other {# links are}} put together by a template.",
      alias:
        "{count, plural, one {# link begins} other {# links begin}} with a sign for a place (@, ~).",
      encoding:
        "{count, plural, one {# link is} other {# links are}} written with signs that can be read in two ways.",
      absolute:
        "{count, plural, one {# link begins} other {# links begin}} at the top of a site (/) and no page fits.",
      outside:
        "{count, plural, one {# link leads} other {# links lead}} out of the folder, or to what Docent may not see.",
      route:
        "{count, plural, one {# link is an address} other {# links are addresses}} of a site, which may be served from elsewhere.",
      copy: "{count, plural, one {# link leads} other {# links lead}} to a kind of file of which the folder has none: most likely the folder is a copy without them.",
      anchor:
        "{count, plural, one {# link leads} other {# links lead}} to a heading by a name that some sites give it.",
      long: "{count, plural, one {# link is} other {# links are}} longer, or {count, plural, one {leads} other {lead}} through more folders, than Docent follows.",
      unasked:
        "{count, plural, one {# link stands} other {# links stand}} on a page that was changed or deleted, or could no longer be read, during the check. Run it again.",
      menu: "{count, plural, one {# page is} other {# pages are}} linked to by no page, in a folder where that is usual: a menu leads there.",
    },
    unread: "{count, plural, one {# page} other {# pages}} could not be read",
  },
  edit: {
    title: "A patch for the documents",
    files:
      "{files, plural, one {# file} other {# files}} would change, in {places, plural, one {# place} other {# places}}.",
    none: "Nothing would change.",
    unchanged:
      "No document has been changed. Look at changes.patch, and apply it where its folder is editable.",
    table: { file: "File", places: "Places" },
    left: "Left as it is",
    rest: "The patch holds the first {files} files. {more, plural, one {# more file} other {# more files}} would change: apply this one, then run the task again.",
    long_line: "A line is longer than what can be read of it at once, so the page is not changed.",
    not_exact:
      "The file is written in {encoding} and would not come back byte for byte. Save it as UTF-8 in an editor first.",
    no_reason: "A tool failed without saying why.",
    cannot_hold: "The file's encoding ({encoding}) has no “{character}”. Save it as UTF-8 first.",
    needs: "This way of editing needs the field “{field}”.",
    bad_pattern: "The pattern is no regular expression that Docent reads (RE2): {reason}",
    pattern_large: "The pattern is too large. Make it shorter.",
    bad_replacement: "The replacement names a group that the pattern does not have: {reason}",
    slow_page: "The page takes too long to search, so it is not changed. Make the pattern simpler.",
    slow_pattern:
      "The pattern took too long on many pages, so the rest was not searched. Make it simpler.",
    grows: "So much text would come to the page that no patch could hold it, so it is not changed.",
    too_many_places: "The text stands there more than {most} times. Give more of it.",
    diff: {
      unreadable: "This is no unified diff: {reason}",
      empty: "The diff changes nothing.",
      created: "“{path}” would be made. A patch changes documents that are there.",
      deleted: "“{path}” would be deleted. A patch changes documents that are there.",
      renamed: "“{path}” would be renamed. A patch changes documents in their place.",
      binary: "“{path}” is changed as binary data. A patch changes text.",
      mode: "The rights of “{path}” would be changed. A patch changes text.",
      misfit: "The part at line {line} fits nowhere in the file as it is.",
      one_folder: "A diff belongs to one folder. Name it.",
    },
    finding: {
      gone: "The line of a finding is not as it was found.",
      guess: "{count, plural, one {# finding has} other {# findings have}} no fix that is certain.",
    },
    wish: {
      no_model:
        "A wish in words needs a model. Set one up in Settings, or use one of the other ways.",
      too_many: "A wish is for at most {most} pages. Name fewer.",
      too_long: "The page is too long for one question to the model.",
      no_edits: "The model proposed nothing for this page.",
      unreadable: "The model's reply held no list of changes.",
      not_there: "The model wanted to change text that does not stand in the page: {text}",
      not_once: "The model wanted to change text that stands in the page more than once: {text}",
      masked:
        "The model wanted to change text beside a masked secret, which it does not know: {text}",
    },
    masked:
      "The new text holds •••••••• which stands for a masked secret. Put the real text in its place, or leave that place out.",
  },
  patch: {
    not_editable:
      "Documents in “{label}” are not to be changed. Switch on “Patches may be applied” for the folder in Settings (editable) if they may be.",
    is: {
      open: "This patch was not applied, so there is nothing to undo.",
      applied: "This patch is applied already. Undo it, or make a new one.",
      undone:
        "This patch was applied and undone, which can be done once. Run the task again for a new patch.",
      interrupted:
        "The program ended while this patch was applied, and could not bring that to an end. Look at the files that it names, and start the program again.",
    },
    other_files:
      "The patch is not the one you looked at: its files or their versions differ. Load the page again.",
    unreadable: "The file holds no patch that Docent has made. Run the task again.",
    not_found: "There is no such patch. It may have been deleted with its task.",
    conflict:
      "{count, plural, one {# file is} other {# files are}} no longer as the patch expects. Nothing was changed; both sides are shown.",
    kept_damaged:
      "What was kept of the documents in the state folder is damaged, so nothing was changed.",
    stuck:
      "Some files could not be put back after a failure. Docent tries it again when it starts; what they held is kept in its state folder, under patches.",
    twice: "The patch names “{path}” twice. Give each file one part.",
    leads_elsewhere: "“{path}” is a link to another file now. Nothing was changed.",
    does_not_fit: "The patch does not fit the text of “{path}”. Run the task again for a new one.",
    too_large: "“{path}” would grow beyond what a patch may hold. Nothing was changed.",
    too_many: "The patch names more than {most} files. Make several of it.",
  },
  command: {
    off: "Commands are switched off. Switch bash on in Settings, and you are asked once whether that is meant.",
    waits: "Commands are switched on and wait for you to allow it.",
    not_allowed: "You have not allowed commands. Save the switch again, and you are asked again.",
    no_folder: "There is no folder that commands may work in: the workspace cannot be used.",
    unknown: "The database does not tell whether you have allowed commands.",
    asks: "The tool bash was switched on. It may be asked for once you allow it, and then asks for each command.",
    denylisted:
      "The command falls under the entry “{entry}” of the denylist of commands. It is not run, and nobody is asked.",
    too_much:
      "The command holds more shells within shells than the denylist of commands is held against. It is not run, and nobody is asked. Write it to a file as a script and run that.",
    not_as_shown:
      "The folders that this command would work in have changed since it was shown, so it was not run. Make the call again to see it anew.",
    closed_folder:
      "The folder “{path}” cannot be looked into, and what is on the denylist below it could not be kept from the command, so it was not run. Give yourself the right to read the folder (chmod u+rwx), or move it out of the tool folders.",
    too_many_names:
      "The tool folders hold more than {most} names, which is as many as are looked through for what is to be kept from a command, so it was not run. Let the tools work in a smaller folder.",
    too_many_closed:
      "More than {most} names in the tool folders are on the denylist, which is as many as can be kept from a command, so it was not run. Let the tools work in a smaller folder.",
    exit: "The command ended with exit code {code}.",
    signal: "The command ended with exit code {code}: the signal {signal} ended it.",
    timeout:
      "The command was ended after {seconds, plural, one {# second} other {# seconds}}, with all that it had started. What it wrote until then is here.",
    killed:
      "The command was ended from outside before it was done. What it wrote until then is here.",
    processes: "The command was ended: it ran more than {most} processes at once.",
    memory: "The command was ended: it took up more than {most} of memory.",
    written: "The command was ended: it wrote more than {most} to the disk.",
    files: "The command was ended: it made more than {most} files in /tmp and /dev/shm.",
    output: "The command was ended: it wrote more than {most} of output.",
    left_out: "{bytes} bytes of {name} were left out.",
  },
  sandbox: {
    other_system: "Commands run only in a sandbox that needs Linux, and this is {system}.",
    other_machine:
      "Commands run only in a sandbox, and there is none for this kind of processor ({machine}).",
    no_bwrap:
      "Commands run only in a sandbox, and the program that makes it is not here. Install bubblewrap (bwrap) 0.8 or newer.",
    no_bash: "There is no bash on this machine to run commands.",
    failed:
      "Commands run only in a sandbox, and none can be made here: {reason}. The system may forbid user namespaces.",
    unbounded:
      "Docent runs as root here, and nothing bounds the processes that code could start. Run Docent as a person of its own, or give it control groups that it may write (pids).",
    no_webassembly:
      "Code runs only in a sandbox, and this Node has no WebAssembly to make one. Start Docent with a Node that has it.",
    wasm_failed:
      "Code runs only in a sandbox, and the one made with WebAssembly does not hold here: {reason}. Nothing was run.",
    no_shell:
      "Shell scripts run only inside a sandbox of the machine (backend “wall” or “gvisor”), and the chosen backend is none. Use JavaScript or Python, or choose another backend in Settings (sandbox.backend).",
    no_language:
      "The backend “{backend}” cannot run {language}. Use another language, or choose another backend in Settings (sandbox.backend).",
    no_program:
      "Code in this language is run by {program} of the machine, and it is not here. Install it, or use another backend (sandbox.backend).",
    no_runsc:
      "The backend “gvisor” needs the program runsc, which is not here. Install gVisor, or choose another backend in Settings (sandbox.backend).",
    gvisor_failed:
      "The backend “gvisor” cannot make a sandbox here: {reason}. Choose another backend in Settings (sandbox.backend).",
  },
  snippet: {
    name: "“{name}” is no name for a file of the code: a relative path of plain names, with / between them.",
    name_taken:
      "Two files of the code are called “{name}”, or one stands where the other has its folder. Give them different names.",
    input_too_large: "The files for the code come to more than {mib} MB. Hand in less.",
    arguments: "The arguments of sandbox.exec do not fit: {where}: {problem}.",
    not_known: "Which sandbox this machine has is not known yet. Try again.",
    nobody: "Nobody is named who runs the code.",
    not_as_shown:
      "The sandbox is not the one that was shown any more, so nothing was run. Make the call again to see it anew.",
    cancelled: "The run was cancelled.",
    no_folder:
      "A folder for the code could not be made on this disk ({code}), so nothing was run. Make room on it, or look at who may write in the state folder.",
    not_kept: "What the code left could not be kept on this disk ({code}).",
    made_room:
      "What {count, plural, one {# earlier run} other {# earlier runs}} left has been removed to make room: of one conversation no more than {runs} runs and {mb} MB are kept.",
    run_gone: "What this run left is not kept any more, or there was no such run.",
    changed: "A file of this run is not as the code left it any more, so it is not shown.",
    left_out: "{bytes, plural, one {# byte} other {# bytes}} of output were left out.",
    files_out:
      "{count, plural, one {# file is} other {# files are}} left out: no plain file, a name that is none, or beyond the limits.",
    host_name_taken: "Two tools would both be tools.{name} in the code. Name one of them.",
    host_elsewhere:
      "Tools can be called from JavaScript on the backend wasm alone, and this is {language} on {backend}. Leave host_tools out.",
    host_not_granted: "The code may not call “{name}”: whoever runs it was not granted it.",
    host_writes:
      "The code may not call “{name}”: only tools that are here, read and ask nobody can be called from code.",
    host_calls: "The code has made {most} tool calls, which is the limit of one run.",
    host_arguments: "tools.{name} takes one object, as JSON has it, of at most 256 KB.",
    host_result: "The result of tools.{name} is larger than {mib} MB. Ask for less.",
    host_over: "The run is over, so no tool is called any more.",
    end: {
      exit: "The code ended with exit code {code}.",
      lost: "The code was ended: its sandbox broke before it did. What it printed until then is here.",
      timeout:
        "The code was ended after {seconds, plural, one {# second} other {# seconds}} (sandbox.timeout_ms). What it printed until then is here.",
      processor:
        "The code was ended: it used the processor for {seconds, plural, one {# second} other {# seconds}} (sandbox.timeout_ms).",
      memory: "The code was ended: it needed more than {mib} MB of memory (sandbox.memory_mb).",
      output: "The code was ended: it wrote more than {mb} MB of output.",
      files:
        "The code was ended: it wrote more than {files} files or more than {mb} MB, or the disk ran short meanwhile.",
      processes: "The code was ended: it ran more than {most} processes at once.",
    },
    left_unnamed:
      "{count, plural, one {# file} other {# files}} beyond the {most} that a task keeps were left out.",
  },
  server: {
    waits: "The server “{name}” starts once you allow it.",
    not_allowed: "You have not allowed the server “{name}” to start. Restart asks you again.",
    asks: "The MCP server “{name}” was added or changed over the page. It starts once you allow it.",
    ended:
      "The server “{name}” ended {crashes} times within a minute. It is tried again when a minute has passed, or when you restart it.",
    hung: "The server “{name}” stopped answering, {crashes} losses within a minute. It is tried again when a minute has passed, or when you restart it.",
    not_started:
      "The server “{name}” could not be started ({detail}). It is tried again when a minute has passed, or when you restart it.",
    unreachable:
      "The server “{name}” could not be reached ({detail}). It is tried again when a minute has passed, or when you restart it.",
  },
  config: {
    at: "{file}, {path}: {problem}",
    at_file: "{file}: {problem}",
    missing:
      "The file named by DOCENT_CONFIG does not exist. Create it, save in Settings, or unset DOCENT_CONFIG.",
    not_regular: "This is not a regular file, so it is not read.",
    too_large: "The file is larger than 1 MiB, which no configuration needs.",
    unreadable: "The file cannot be read ({reason}). Check its permissions.",
    syntax: "This is not valid JSON at line {line}, column {column}.",
    not_object: "The file must hold one JSON object with sections such as “doc_access”.",
    unknown_key:
      "The setting “{key}” is not known here. Check its spelling, or remove it. Known here: {known}.",
    required: "This setting is missing; it must be {expected}.",
    type: "The value must be {expected}.",
    one_of: "The value must be one of {values}.",
    too_small: "The value must be at least {minimum}.",
    too_big: "The value may be at most {maximum}.",
    text_too_short:
      "The text must have at least {minimum, plural, one {# character} other {# characters}}.",
    text_too_long:
      "The text may have at most {maximum, plural, one {# character} other {# characters}}.",
    nothing_asked:
      "The text holds nothing but blanks and invisible characters: write what you want to know.",
    list_too_short:
      "The list must have at least {minimum, plural, one {# entry} other {# entries}}.",
    list_too_long: "The list may have at most {maximum, plural, one {# entry} other {# entries}}.",
    url: "The value must be a full URL such as http://127.0.0.1:11434/v1.",
    plain_address:
      "The address may hold no user name, no password, no “?” and no “#”. Keys belong into the environment.",
    root_id: "A folder’s id may not be empty or hold a slash, a backslash or NUL.",
    name: "The name may hold a–z, 0–9 and _ only.",
    agent_id_taken:
      "“{id}” is another agent's id already, or one that the page uses itself. Give this agent another id.",
    host_entry:
      "An entry is the name of a host, such as “example.org”, or “*.example.org” for every name below it: without http://, a port and a path.",
    root_id_reserved:
      "The id “{id}” is that of the pages that are saved of the web. Give this folder another id.",
    root_id_taken:
      "The id “{id}” is already used by folder number {other}. Give this folder an id of its own.",
    deny_climbs:
      "An entry of the denylist may not hold “..”: write the folder's whole path, or its name.",
    variable: "The name of a variable holds letters, digits and _ and does not begin with a digit.",
    definition_hash:
      "The hash of a definition is 64 hexadecimal digits, as GET /api/tools gives it.",
    server_name_taken:
      "The name “{name}” is already used by another MCP server. Give this server a name of its own.",
    cmd_or_url: "An MCP server needs either “cmd” or “url”, and not both.",
    in_force_last: "The last valid configuration stays in force until it is mended.",
    in_force_default: "Until it is mended, the built-in settings apply and no folder is read.",
    save_failed:
      "The configuration was not saved ({reason}). Nothing changed. Check the free space and the permissions of the state folder, then save again.",
    expected: {
      string: "text in double quotes",
      number: "a number",
      int: "a whole number",
      boolean: "true or false",
      array: "a list in [ ]",
      object: "an object in curly braces",
      other: "of another kind ({kind})",
    },
  },
  ask: {
    sources: "Sources",
    nearest: "The nearest passages, which do not answer it:",
  },
  skill: {
    no_skill_md: "There is no SKILL.md in it. A skill is a folder with a SKILL.md.",
    no_front_matter:
      "SKILL.md does not begin with front matter. Begin it with a line ---, then name and description, then another line ---.",
    front_matter_open: "The front matter has no end: a line --- is missing below it.",
    front_matter_large: "The front matter is larger than {kib} KiB.",
    yaml: "This is not valid YAML ({reason}).",
    yaml_record: "This is no list of names with values, such as name: my-skill.",
    yaml_aliases: "It uses more than {most} aliases. Write the values out.",
    yaml_deep: "Its lists and records nest deeper than {most} levels.",
    not_text: "The file is not text in UTF-8.",
    field_missing: "“{field}” is missing or empty.",
    field_text: "The value of “{field}” must be one text.",
    field_long: "The value of “{field}” is longer than {most, number} characters.",
    field_record: "The value of “{field}” must be names with texts.",
    field_tools: "The value of “{field}” must be names of tools: one line, or a list of texts.",
    field_many:
      "The value of “{field}” has more than {most} entries, or one that is longer than 200 characters.",
    name_form:
      "The name must be 1 to 64 small letters, digits and single hyphens between them, as in my-skill.",
    name_other:
      "The skill calls itself “{name}” and its folder is called “{folder}”. Give both the same name.",
    name_kept: "No skill can be called “{name}” here. Give it and its folder another name.",
    name_ours:
      "Docent has a skill of its own called “{name}”. Give this one another name, in its folder and in SKILL.md.",
    name_twice:
      "Another skill, {other}, is called “{name}” too, so neither is loaded. Take one away or rename it.",
    name_odd:
      "The name of a file in it leads elsewhere or holds signs that stand in no name: .., a backslash, a drive, a control character.",
    name_long: "The path of a file in it is too long.",
    link: "It holds a link that leads out of its folder or to a folder, or is one itself. Put copies there instead.",
    not_regular: "It holds something that is no file and no folder: a pipe, a socket or a device.",
    too_deep: "Its folders nest deeper than {most} levels.",
    too_many_files: "It holds more than {most, number} files and folders.",
    too_large: "The file is larger than {kib, number} KiB.",
    too_large_in_all: "Its files are larger than {mib} MiB in all.",
    too_many_skills:
      "{count, plural, one {# more skill is} other {# more skills are}} in this folder than are loaded. Take some away.",
    zip_broken:
      "The zip cannot be read: it is damaged, encrypted, or of a kind that no plain packer makes. Unpack it and put the folder here.",
    zip_tops:
      "A zip is one skill: one folder, or SKILL.md itself, stands at its top. This one has there: {holds}.",
    changing: "The file changed while it was being read, or is not the one that was accepted.",
    gone: "The file is not there any more.",
    unreadable: "The operating system does not let Docent read it ({reason}).",
    companion_unknown: "docent.yaml takes no “{field}”. It takes: {known}.",
    companion_tools: "“{field}” must be a list of ids of tools.",
    companion_types:
      "“{field}” must be a list of names of task types: small letters, digits and single underscores, as in check_docs.",
    companion_risk:
      "“{field}” must have a level (L0, L1 or L2) and a risk (safe, guarded, unsafe or unknown).",
    companion_inputs: "“{field}” must be a JSON Schema of type object.",
  },
  error: {
    closing: "The server is shutting down.",
    store_newer:
      "The database {file} was written by a newer version of Docent. Start that version, or set DOCENT_HOME to another folder. The file was not changed.",
    store_damaged:
      "The database {file} is damaged and was left as it is. Move it out of the state folder to start with an empty one, or put a good copy in its place.",
    store_locked:
      "The database {file} is in use by another program and did not become free in time. Close the other program and try again.",
    too_many_runs:
      "{most} questions are being answered, and no more are taken at once. Ask again when one of them is done.",
    state_taken:
      "Another Docent uses this state folder (process {pid}, {address}). Use that one, stop it, or set DOCENT_HOME to another folder. If that process is another program, delete owner.json in the state folder.",
    store_rebuilt:
      "The database {file} was damaged. It is kept as {set_aside} in the state folder; {answers, plural, =0 {no answer} one {# answer} other {# answers}} could be read and went into a new one.",
    store_sqlite:
      "This SQLite is version {version}; below {floor} it can lose what was stored. Install the packages again with npm start.",
    store_full:
      "The disk that holds the database {file} is full. Free some space and try again; what was stored before is safe.",
    store_unusable:
      "The database {file} cannot be used. Check that the state folder exists, is writable and has free space; the log has the details.",
    bad_cursor: "The cursor is not one that this list gave out. Ask for the first page without it.",
    body_not_json: "The request body is not valid JSON.",
    body_too_large: "The request body is larger than {limit} bytes.",
    content_type: "Send the body as Content-Type application/json.",
    invalid_field: "{path}: {problem}",
    unknown_field: "The field “{key}” is not known here. Known: {known}.",
    host_not_allowed:
      "The request names the host “{host}”, which this server does not answer for. Open it as http://{expected}.",
    origin_not_allowed:
      "The request comes from another web page ({origin}) and was refused. Use the page that this server shows.",
    unauthorized:
      "This server needs its access token: sign in on its page, or send the header Authorization: Bearer with the token.",
    rate_limited:
      "Too many attempts came in a short time. Try again in {seconds, plural, one {# second} other {# seconds}}.",
    not_found: "There is nothing at this address.",
    no_such_answer: "There is no such answer in this conversation. Open the conversation again.",
    thread_not_found: "There is no conversation with this id. It may have been deleted.",
    model_not_configured:
      "The model “{model}” is not among those that are set up ({names}). Name one of them, or add it in Settings under Language model.",
    no_model_to_name:
      "The model “{model}” cannot be asked: none is set up. Choose one in Settings under Language model.",
    model_for_quotes:
      "The model “{model}” is named for an answer of quotations, which no model writes. Leave out one of the two.",
    trace_not_found:
      "Nothing is known of an asking with this trace id. Traces are kept for ninety days.",
    approval_not_found:
      "There is no question with this id. It may have been deleted with its conversation.",
    approval_expired:
      "Nobody decided within ten minutes, so nothing was done. Make the call again to be asked again.",
    approval_withdrawn:
      "What this call was part of has ended, so it is not made any more and nothing was done. Ask your question again to be asked again.",
    approval_hides:
      "Nobody was asked: what looks like a secret in this call holds blanks or signs that could go on as a command, and a person must see all of what would happen. Leave the secret out, or refer to it by a variable.",
    approval_decided:
      "This has been decided already; a decision holds once. Make the call again to be asked again.",
    approval_choice: "“{decision}” is not open here. What can be chosen is: {open}.",
    permission_not_found:
      "There is no permission with this id. It may have been taken back already.",
    arguments_not_canonical:
      "The arguments hold something that JSON cannot say in one way only, such as half a character. Nothing was done.",
    server_not_found:
      "There is no tool server of this name. GET /api/mcp/status lists those that there are.",
    stream_not_found:
      "There is no stream of this conversation after the event that was named. Streams are kept for a day; the conversation has the answer.",
    method: "This address does not take {method}. It takes {allowed}.",
    idempotency_mismatch:
      "This Idempotency-Key was used with another request. Use a new key for a new question.",
    idempotency_key: "The Idempotency-Key must have 1 to 200 visible ASCII characters.",
    cancelled: "The request was cancelled.",
    server_unavailable: "The MCP server “{name}” did not start. Its row says why.",
    docs_unavailable:
      "The documents server did not answer, so nothing can be said about this path now. Try again in a moment.",
    if_match: "Saving needs an If-Match header with the etag of the configuration that was read.",
    config_conflict:
      "The configuration has changed since it was read. Load it again and repeat the change.",
    config_invalid: "The configuration was not saved. {problem}",
    undo_nothing:
      "There is no save to take back: nothing was saved yet, or the file was changed since.",
    skill_not_found: "There is no skill called “{name}”. GET /api/skills lists those that exist.",
    skill_file_not_found: "The skill “{skill}” has no file “{file}”.",
    skill_body: "Give either enabled (true or false) or accept (the hash that was shown).",
    skill_changed_since:
      "The skill “{name}” is not as it was when it was shown to you. Look at it again and accept what stands there now.",
    skill_is_invalid:
      "The skill “{name}” cannot be loaded, so there is nothing to accept: {problem}",
    skill_off: "The skill “{name}” is switched off. Switch it on under Tools and skills.",
    skill_unread:
      "The skill “{name}” is new or has changed, and a person has not accepted it yet. It is read under Tools and skills.",
    skill_has_problem: "The skill “{name}” cannot be loaded: {problem}",
    root_not_found: "There is no folder with the id “{id}” in the configuration.",
    own_page_only:
      "This address looks outside your folders and answers the page of this server alone. Open Settings in the browser.",
    too_many_looks:
      "Folders were looked at too often in a short time. Try again in {seconds, plural, one {# second} other {# seconds}}.",
    allowed: "This path can be read.",
    unknown: "Something went wrong on the server. The log has the details under this trace id.",
  },
  model: {
    answers: "{name} at {host} answers and calls tools; its first word came after {ms, number} ms.",
    answers_in_words:
      "{name} at {host} answers, after {ms, number} ms, but called no tool when it was told to. If that stays so, take the other choice under Tool calls.",
    unfit:
      "{name} at {host} was reached, but what it replied could not be used. Take the other choice under Tool calls, or another model.",
    failure: {
      off: "No model is set up. Choose one in Settings.",
      no_name: "No model is named. Name the one to ask in Settings.",
      no_address: "This provider has no address of its own. Give the base URL in Settings.",
      no_key:
        "The variable {variable} is not set, and {host} takes no question without a key. Set it and start Docent again.",
      refused_key:
        "{host} refused the key, or the lack of one ({status}). Look at {variable} and start Docent again.",
      spend:
        "{host} says that the money or the quota of this account is used up ({status}). Look at the account there; asking again does not help.",
      unknown_model:
        "{host} knows no model “{name}”, or nothing at this base URL ({status}). It said: {said}",
      rejected: "{host} refused the request ({status}). It said: {said}",
      moved:
        "{host} sends requests on to another address. Docent talks to the configured one alone; give the final address as base URL.",
      busy: "{host} has too much to do ({status}){seconds, plural, =0 {} other { and asks to wait # s}}. Ask again later.",
      server: "{host} failed ({status}). Ask again later.",
      unreachable:
        "{host} cannot be reached ({code}). Is the address right, and the server running?",
      not_a_model: "What answers at {host} is a web page and no model. Look at the base URL.",
      cut: "The reply of {host} broke off or could not be read.",
      too_large: "The reply of {host} was larger than any that is taken, and was broken off.",
      stalled: "{host} sent nothing for {seconds} s.",
      too_slow: "{host} was not done after {seconds} s.",
      vectors:
        "{host} answered, but not with one vector for each text. Is “{name}” an embedding model, and the base URL right?",
      dimensions:
        "“{name}” at {host} gives vectors of {got} numbers where {wanted} are expected. Set the dimensions that it gives in Settings.",
    },
  },
  meaning: {
    no_card:
      "The table of word meanings has no card that this version can read ({file}). Documents are ranked by their words alone until it is brought back from the repository.",
    no_file:
      "The table of word meanings {file} is missing or cannot be read. Documents are ranked by their words alone until it is brought back from the repository.",
    damaged:
      "The table of word meanings {file} is damaged or of another version. Documents are ranked by their words alone until it is brought back from the repository.",
  },
  embedding: {
    answers:
      "{name} at {host} answers with vectors of {dimensions} numbers, after {ms, number} ms.",
    changed:
      "The provider, its address or the folders are not those that you agreed to. Look at the page again.",
    no_vectors:
      "Passages cannot be compared by vectors here, because sqlite-vec cannot be used ({reason}). Install the packages again with npm install; until then search goes on by words.",
    not_kept: "What is read for one client alone is not kept, and neither are its vectors.",
    wrong_length:
      "The model gives vectors of {got} numbers now, and those that are kept have {wanted}. Forget the vectors in Settings, or set other dimensions.",
  },
  access: {
    missing: "There is no such file in this folder. It may have been moved, renamed or deleted.",
    hidden:
      "The file lies in a hidden folder or is hidden itself. Switch on hidden files for this folder in Settings to read it.",
    link_loop: "The path leads through links that turn in a circle, so it ends nowhere.",
    ambiguous: "Several folders hold a file by this path: {ids}. Name one of them as root.",
    unknown_root: "There is no folder with this id. The ids are: {ids}.",
    paused: "The folder “{label}” is paused. Resume it in Settings to read it.",
    all_paused: "Every folder asked for is paused ({labels}). Resume one in Settings.",
    no_roots: "No folder is set up for reading. Add one in Settings or start with --root.",
    root: {
      missing: "The folder “{label}” is not there. Put it back, or correct its path in Settings.",
      unreadable:
        "The operating system does not let Docent read the folder “{label}”. Check its permissions.",
      emptied:
        "The folder “{label}” is empty and is not the one that was read before, as when a disk is not mounted. Mount the disk again; what was read is kept for ten minutes.",
      not_folder: "“{label}” is not a folder. Give the folder that holds the documents.",
      whole_disk: "“{label}” is a whole disk. Give the folders that hold documents instead.",
      denylisted:
        "The folder “{label}” is on the denylist, which stands above every setting. It cannot be read through Docent.",
      outside_project:
        "The folder “{label}” lies outside the project and allow_outside_project is off. Switch it on to read it.",
      outside_client:
        "The folder “{label}” lies outside the folders that the client works in, and the server was started with --client-roots.",
    },
  },
  tool_root: {
    missing: "The tool folder “{id}” is not there. Make it, or name another one in {setting}.",
    unreadable:
      "The operating system does not let Docent into the tool folder “{id}”. Check its permissions.",
    not_folder: "“{id}” is not a folder. Name a folder in {setting}.",
    whole_disk: "“{id}” is a whole disk. Name a folder for tools to work in, in {setting}.",
    denylisted:
      "The tool folder “{id}” is on the denylist, which stands above every setting. Name another one in {setting}.",
    overlap:
      "The tool folder “{id}” and the folder of documents “{label}” lie one inside the other. Documents are never in reach of tools that write: move one of them.",
    program:
      "The tool folder “{id}” holds Docent itself, its settings or its state, or lies in them. Tools never change those: name a folder beside them.",
    auto_run:
      "The tool folder “{id}” holds what other programs run or obey by themselves, by the name of it or of a folder above it. Name another one in {setting}.",
  },
  tool_path: {
    missing: "There is no such file or folder in the tool folders.",
    not_allowlisted:
      "The path is in none of the folders that tools work in. Give a path inside one of them, relative to it or in full.",
    symlink_escape:
      "The path is, or passes through, a link that leads out of the tool folders. Tools follow no such link; put a copy inside.",
    through_nothing:
      "The path leads through a folder that is not there and out of it again. Give the path without “..”.",
    file_as_folder:
      "The path ends like the path of a folder, and a file stands there. Give it without the / at its end.",
    invalid_path:
      "The path is empty, too long or of the wrong form. Give one path as it is on disk.",
    not_regular_file:
      "The path is a pipe, device, socket or broken link. Tools touch regular files and folders alone.",
    not_folder: "The path is a file, and a folder is needed here.",
    is_folder: "The path is a folder, and a file is needed here.",
    not_text: "The file is no text: {reason}. It has {size} bytes in all.",
    ambiguous: "Several tool folders hold this path: {ids}. Give the full path.",
  },
  tool_note: {
    empty_folder: "The folder is empty.",
    first_entries: "The first {shown} of {total} entries; next_page_cursor leads to the rest.",
    no_name: "Nothing here has a name that fits {pattern}.",
    first_paths: "The first {shown} of {total} paths; next_page_cursor leads to the rest.",
    empty_file: "The file is empty.",
    behind_end: "The offset lies behind the end of the file, which has {size} bytes.",
    goes_on: "Bytes {start} to {end} of {size}; call again with offset {end} for what follows.",
    no_line: "No line matches.",
    first_lines: "The first {shown} of {total} matching lines; next_page_cursor leads to the rest.",
    lines_cut:
      "There is more than {total} matching lines, which is as many as are shown. Narrow the pattern, the glob or the folder.",
    time_cut:
      "The time was up before everything was searched: what follows is what was found by then. Name a folder further down, or a glob.",
    binary_files:
      "{count, plural, one {# file that is no text matches} other {# files that are no text match}} and is not shown: {names}",
    unread_files: "{count, plural, one {# file} other {# files}} could not be read.",
    bad_pattern: "The pattern is no regular expression in the syntax of RE2: {reason}.",
    pattern_large:
      "The pattern is too large. Use smaller numbers of repetitions, or several patterns.",
    entries_cut:
      "There is more than {total} entries, which is as many as are looked at. Name a folder further down.",
    unreadable_folders:
      "The operating system does not let Docent into {count, plural, one {# folder} other {# folders}}.",
    odd_names:
      "Left out, with what lies below, {count, plural, one {is # entry whose name is} other {are # entries whose names are}} not valid UTF-8 and so cannot be given to a tool.",
  },
  inspect: {
    home_folder:
      "This is your home folder or one above it: everything you write in Markdown anywhere would become readable. Folders with documents only are the better choice.",
    holds_state: "Docent’s own state folder lies in it and stays closed.",
    same_folder: "This folder is in reach already, as “{label}”.",
    inside_root:
      "It lies inside “{label}”, which is in reach already: its files would count in both.",
    holds_root: "It holds “{label}”, which is in reach already: its files would count in both.",
    many_files:
      "It holds very many files. Reading them for the first time will take a while; a folder inside it may be enough.",
    no_files: "No file in it would become readable with these patterns.",
    outside_project:
      "It lies outside the project and allow_outside_project is off, so it was not looked into and cannot be added.",
  },
  preview: {
    image_not_loaded: "image not loaded",
  },
  docs: {
    unknown_option:
      "“{option}” is not an option of the docs server. It takes --root DIR, any number of times, and --client-roots.",
    client_apart:
      "This server may read {ours}; the client works in {theirs}. Nothing lies in both, so nothing is read. Open a folder in the client that lies in one of these, or start the server without --client-roots.",
    client_without_folders:
      "This server may read {ours}, as far as the client works in it, and the client names no folder on this machine. So nothing is read. Open a folder in the client, or start the server without --client-roots.",
    client_silent:
      "This server may read {ours}, as far as the client works in it, and the client does not tell which folders those are. So nothing is read. Start the server without --client-roots for this client.",
    root_needs_folder: "--root needs a folder: --root DIR.",
    bad_arguments: "The arguments do not fit {tool}: {field}: {reason}.",
    tool_failed: "{tool} failed inside the server. Its log on stderr has the reason.",
    not_text: "The file is not text: {reason}.",
    changed_between_pages:
      "The file has changed since its first page was read. Read it again from the start, without a cursor.",
    range_backwards:
      "line_end {end} stands before line_start {start}. Give the lines from first to last.",
    range_beyond:
      "The file has {total, plural, =0 {no lines} one {# line} other {# lines}}; line {start} lies beyond its end.",
    bad_cursor:
      "The cursor is none that docs_read gave. Use next_cursor as it was returned, or read from the start.",
  },
  step: {
    plan: "Split into {parts} questions",
    follow_up: "Understood as “{question}”",
    web_running: "Searching the web",
    web_done: "Searched the web: {results, plural, one {# page} other {# pages}} offered",
    web_pages_running: "Reading pages of the web",
    web_pages_done: "Read {pages, plural, one {# page} other {# pages}} of the web",
    search_running: "Searching for {words, plural, one {# word} other {# words}}",
    search_done:
      "Searched for {words, plural, one {# word} other {# words}} in {folders, plural, one {# folder} other {# folders}}",
    other_language: {
      en: "Asked in English too, the language of some of your documents",
      "zh-CN": "Asked in Chinese too, the language of some of your documents",
    },
    searched_for: "Searched for {queries}",
    read_running: "Reading {files, plural, one {# file} other {# files}}",
    read_done: "Read {files, plural, one {# file} other {# files}}",
    verify_running: "Checking {quotes, plural, one {# quote} other {# quotes}} against the files",
    verify_done: "Checked {quotes, plural, one {# quote} other {# quotes}} against the files",
    refused: "Refused before anything was read",
    fallback: "The search agent failed; the documents were asked directly",
    model_running: "Writing with {model}",
    model_done: "Written with {model}",
    agent_running: "The agent {agent} is at work",
    agent_done: "The agent {agent} was at work",
    tool_running: "Calling {tool}",
    tool_done: "Called {tool}",
  },
  answer: {
    hello:
      "Hello. Ask a question about your documents, and every sentence of the answer will name its lines.",
    thanks: "You are welcome. Ask on whenever you like.",
    goodbye: "Goodbye. Your conversations stay here.",
    abilities:
      "I answer questions from the Markdown files in your folders. Every sentence is quoted from a file and names the lines it stands in; what your documents do not say, I say so. Try “How do I add a folder?”.",
  },
  listing: {
    files:
      "{total, plural, =0 {There is no file} one {There is # file} other {There are # files}} to search.",
    mentions:
      "{total, plural, =0 {None} other {#}} of {searched, plural, one {# file} other {# files}} {total, plural, =0 {mentions} one {mentions} other {mention}} “{about}”.",
    changed:
      "{total, plural, =0 {None} other {#}} of {searched, plural, one {# file} other {# files}} {total, plural, =0 {has} one {has} other {have}} changed since {since}.",
    first: "The first {count} are listed.",
    reason: {
      files: "It is one of the files.",
      mentions:
        "The file mentions “{about}” {count, plural, one {once} =2 {twice} other {# times}}.",
      changed: "It was changed on {at}.",
    },
  },
  web_desk: {
    no_such_page: "There is no such saved page. It may have been forgotten meanwhile.",
    elsewhere:
      "“{host}” redirects to “{other}” now, and this button allows no other host. Put a question to the web again, and allow that host there.",
    test_off: "No web search is set up, so nothing was sent anywhere.",
    test_done:
      "{backend} answered with {count, plural, =0 {no result} one {# result} other {# results}}.",
  },
  ask_web: {
    root: "Saved pages",
    search_failed: "The web was not searched: {reason} ({rule}).",
    nothing_found: "The web search offered no page, so the answer is from your folders alone.",
    made_room:
      "{count, plural, one {# older saved page} other {# older saved pages}} that no answer cites gave way to the pages read now.",
    not_read:
      "{count, plural, one {# page} other {# pages}} of the web could not be read: {hosts}.",
    cut: "{count, plural, one {# page was} other {# pages were}} read only up to the size limit: {hosts}.",
  },
  gap: {
    interrupted:
      "The server ended while this question was being answered. Nothing is searched again by itself; ask once more.",
    interrupted_partly:
      "The server ended before the answer was whole. What stands here had been checked by then; ask once more for the rest.",
    interrupted_acted:
      "The server ended before the answer was whole, after calls of tools that may have changed something. They stand here as far as they are known, and none of them is made again. Look at what they did before you ask once more.",
    stopped_acted:
      "You stopped this answer after calls of tools that may have changed something. They stand here, and nothing of them is taken back.",
    part: "On “{part}”: {message}",
    no_hit: "Your documents do not say. No passage answers this question.",
    no_hit_close: "No passage answers this question for sure.",
    no_hit_missing:
      "Your documents do not say. None of them holds {count, plural, one {the word} other {the words}} {words}.",
    no_hit_missing_close:
      "No passage answers this question for sure. None of your documents holds {count, plural, one {the word} other {the words}} {words}.",
    no_hit_named: "Your documents do not say. Nothing in them is named {words}.",
    no_hit_named_close:
      "No passage answers this question for sure. Nothing in your documents is named {words}.",
    no_words:
      "This question holds no word that can be searched for. Ask with a name or a word that may stand in your documents.",
    no_folders:
      "No folder is set up yet, so there is nothing to search. Add a folder with your documents.",
    not_indexed_yet:
      "Nothing was found yet, but only {ready, number} of {known, number} files can be searched so far. Ask again when the rest is indexed.",
    not_all_searchable:
      "Nothing was found, but a part of your folders cannot be searched at the moment ({ready, number} of {known, number} files can). Look at the folders in Settings, then ask again.",
    timeout:
      "The time ran out after {seconds} s, before the search was done. That is not enough to say that something is missing, so nothing is claimed. If it happens often, search fewer folders or raise MCP_TIMEOUT_MS.",
    unknown_folder:
      "This question names a folder that is not set up here: {ids}. Nothing was searched.",
    denied: "The search was refused under the rule {rule}. {reason}",
    denied_path:
      "This question asks for a file that may not be read, under the rule {rule}; nothing was opened or searched. {reason}",
    provider_unavailable:
      "The documents server ended or could not be reached, so nothing was searched. It is being started again; ask once more.",
    error: "The search failed, so nothing is claimed. The log has the details under this trace id.",
    withheld_changed:
      "A sentence was withheld: {path} has changed since it was searched, so its lines could not be confirmed. Ask again.",
    withheld_too_long:
      "A sentence was withheld: the passage of {path} it stands in is unchanged but too long to be read back and compared. Open it there.",
    too_long:
      "The nearest passage, {path} lines {line_start}–{line_end}, is too long to be quoted. Open it and look there; shorter paragraphs can be quoted.",
    withheld_unsupported:
      "A sentence was withheld: the lines of {path} do not carry it closely enough.",
    withheld_other_language:
      "A sentence was withheld: the lines of {path} are in another language. Only numbers, names and identifiers can be compared then, and these do not carry it. Read the lines.",
    withheld_no_source: "A sentence was withheld because it names no source.",
    model_silent:
      "The model read the passages that were found and says that they hold no answer. That is its word alone: read the nearest ones below, or ask for quotations.",
    model_cut: "The model broke off, so this answer is not whole. Ask again for the rest.",
    tool_asks:
      "“{tool}” was not called: a person has to allow it, and nobody can be asked here. Ask on the page.",
    tool_denied: "“{tool}” was not called: you refused it.",
    tool_expired: "“{tool}” was not called: nobody decided about it in time.",
    tool_level:
      "“{tool}” was not called: the agent’s permission does not go that far. It is a setting of the agent “primary”.",
    unverified_rest:
      "What the model wrote further could not be checked against the files, so this answer is not whole. Ask again.",
    unverified: "The quotes could not be checked against the files, so none is shown. Ask again.",
    step: {
      add_folder: "Add a folder",
      search_all_folders: "Search all folders",
      search_web: "Search the web too",
      did_you_mean: "Ask with “{words}”",
      rephrase: "Change the question",
      broaden: "Ask about “{words}” only",
      identifiers: "Search for “{words}”",
      open: "Open the nearest passage",
      retry: "Ask again",
      folders: "Look at the folders in Settings",
      denylist: "Look at what is never read",
      servers: "Look at the servers in Settings",
    },
  },
  search: {
    signal: {
      words:
        "{found, number} of {all, plural, one {# word} other {# words}} of the question {found, plural, one {stands} other {stand}} here or in the headings above: {words}.",
      synonym: "“{word}” stands for “{written}” and counts for less.",
      everyday:
        "“{word}” stands for “{written}”, an everyday word that means the same and that no passage holds, and counts for less.",
      document:
        "The whole document holds {found, number} of {all, plural, one {# word} other {# words}} of the question; {found, plural, one {it stands} other {they stand}} in it {count, plural, one {once} other {# times}}.",
      proximity_near:
        "{near, plural, one {Two words that are neighbours in the question stand} other {# pairs of neighbouring words stand}} close together here.",
      proximity_side:
        "{near, plural, one {Two words that are neighbours in the question stand} other {# pairs of neighbouring words stand}} side by side here.",
      proximity_both:
        "{near, plural, one {# pair} other {# pairs}} of neighbouring words stand close together here, {side, number} of them side by side.",
      coverage:
        "{percent, plural, =100 {The whole question is} other {A part of the question is}} found here, rare words counting most.",
      similar_words_faint: "Some of its words come near to words of the question.",
      similar_words: "What the question calls otherwise it says in its own words: {pairs}.",
      embedding: "The embedding model finds it near to the question ({percent} % of the nearest).",
      similar_text: "As a whole it is about what the question is about ({percent} % alike).",
      heading: "The heading above names: {words}.",
      opening: "The document begins here, and its title holds: {words}.",
      named: "The document is named after what the question names: {words}.",
      name: "The file’s name or title holds: {words}.",
      plain:
        "{found, number} of {all, plural, one {# word} other {# words}} of the question {found, plural, one {stands} other {stand}} here: {words}.",
    },
    reason: {
      body_all: "Holds every word of the question: {words}.",
      body: "Holds {found, plural, one {one word} other {these words}} of the question: {words}. Not here: {missing}.",
      heading_all: "Stands under a fitting heading and holds every word of the question: {words}.",
      heading:
        "Stands under a fitting heading and holds {found, plural, one {one word} other {these words}} of the question: {words}. Not here: {missing}.",
      corrected: "“{written}” was read as “{read_as}”.",
      synonym: "By the folder’s synonyms, “{word}” is another word for “{written}”.",
      everyday:
        "In everyday language, “{word}” is another word for “{written}”, which stands nowhere.",
    },
    cut: {
      line_limit:
        "{count, plural, one {# line is} other {# lines are}} longer than 64 KiB and searched in the first 64 KiB only.",
      front_matter_limit:
        "Its front matter is not used, because it is not valid YAML or goes beyond the limits. The text below it is searched.",
      depth_limit:
        "Its lists or quotes nest deeper than {levels} levels. What lies deeper is searched as plain text.",
      parse_limit: "Its Markdown could not be parsed, so it is searched as plain text.",
      synonym_line:
        "{count, plural, one {# list item is} other {# list items are}} no group of synonyms (lines {lines}). A group is two to {words} words or phrases on one line with = between them, each of at most {characters} characters; at most {groups} groups are used.",
      too_many_passages:
        "It has more than {limit, number} sections or passages. The ones behind these are not searched; split the file.",
    },
    parse_limit:
      "Reading it takes more time or memory than one file may take, so it is not searched. Simplify or split the file.",
    closed_folder:
      "The operating system does not let Docent look into this folder, so nothing in it is searched. Check its permissions.",
    reader_down:
      "The part of Docent that reads documents does not start, so nothing new can be read. The log names the cause; restart Docent.",
    too_many_files:
      "The folder holds more files than max_files allows ({limit, number}); this one is not read.",
    unwatched:
      "Changes in the folder “{label}” are not told by the system ({reason}); Docent looks for them every few seconds.",
    unknown_root: "There is no folder with the id “{id}”. The ids are: {ids}.",
  },
  gate: {
    point: "The document says: “{line}”",
  },
  quotation: {
    says: "The document says ({count, plural, one {line} other {lines}} {lines}):",
    lacks:
      "The document says ({count, plural, one {line} other {lines}} {lines}), without {words}:",
    again: "The document says ({count, plural, one {line} other {lines}} {lines}) as quoted above.",
    again_lacks:
      "The document says ({count, plural, one {line} other {lines}} {lines}) as quoted above, without {words}.",
    instead:
      "In the place of a sentence that was withheld, the document says ({count, plural, one {line} other {lines}} {lines}):",
    may_be:
      "These lines may answer your question. Docent can’t tell {places, plural, one {for sure} other {which of them do}}.",
    may_be_part:
      "These lines may answer “{question}”. Docent can’t tell {places, plural, one {for sure} other {which of them do}}.",
    part: "Quoted from your documents on “{question}”, which the model said nothing about:",
    related: "Also on this:",
    nearest: "Closest passages, not an answer:",
    left_out: "… {count} more, not shown here",
    // What earlier exports say: read, and written no more.
    closest: "Not an answer for sure. What comes closest:",
    closest_before: "Not an answer for sure. The closest passage:",
    section: "Also in this section:",
    elsewhere: "Close to it, elsewhere:",
    between: ", ",
  },
  export: {
    asked: "Asked at {at}.",
    searched: "Searched for: {queries}",
    outcome: "Outcome {status}, mode {mode}.",
    written_by: "Written by the model {model}.",
    model_asked: "The model {model} was asked.",
    trace: "Trace {trace_id}, run {run_id}.",
    secrets:
      "{count, plural, one {# sentence is} other {# sentences are}} left out that would show what looks like a key or a password.",
    reply: "Reply without sources",
    counted: "Counted",
    actions: "What was done",
    gaps: "What the documents do not say",
    sources: "Sources",
    about: "About this answer",
    exported:
      "Exported at {at}. Each source stands as it was found then; npm run verify looks again.",
    state: {
      verified: "verified",
      moved: "moved",
      changed: "changed",
      missing: "missing",
      denied: "not readable",
      unchecked: "unchecked",
    },
  },
  verify: {
    no_file: "{name} is not there, or is no file that can be read.",
    too_large: "{name} is larger than {most, number} MB; no exported conversation is.",
    no_export:
      "There is no exported answer in this file. Export a conversation from its page, or store what npm run ask -- --json prints.",
    too_many: {
      letters: "The file has more than {most, number} letters; no exported conversation has.",
      line: "A line of the file has more than {most, number} letters; no exported conversation has one.",
      answers:
        "The file has more than {most, number} answers. Export fewer conversations into a file.",
      sentences: "An answer in the file has more than {most, number} sentences; no answer has.",
      sources: "An answer in the file has more than {most, number} sources; no answer has.",
    },
    now_at: "→ {place}",
    support: {
      verbatim:
        "{count, plural, one {# sentence stands} other {# sentences stand}} in the lines word for word",
    },
    reason: {
      no_marker: "without a source:",
      unknown_citation: "names a source that is not in the list:",
      citation_changed: "its lines are not what was cited:",
      too_long: "its lines are too long to be compared:",
      altered: "its lines say nearly this, not this:",
      unsupported: "its lines do not say this:",
      heading: "its lines do not stand under this:",
    },
    lost: "{markers} does not carry this:",
    not_checked:
      "{count, plural, one {# line} other {# lines}} not checked: what stood in a changed file when it was exported. Export again.",
    holds: "It holds: every source stands, and its lines carry every sentence.",
    fails: "It does not hold: what is wrong is named above.",
  },
  action: {
    heading: "What was done",
    done: "{tool} was called and gave this back.",
    exit: "{tool} ended with exit code {code}.",
    failed: "{tool} failed: {message}",
    outcome: {
      done: "done",
      failed: "failed",
      refused: "not called",
      unknown: "begun, its end is not known",
    },
  },
  research: {
    lead: "{sources, plural, =0 {No source} one {# source} other {# sources}} cited: {documents, plural, one {# document} other {# documents}} and {web, plural, one {# web page} other {# web pages}}. Written {when}; every sentence was checked against its lines at that moment.",
    quoted: "All sentences are quotations of the sources.",
    written:
      "Sentences were written by {model} or quoted; those that their lines do not carry were left out.",
    lines: "lines {lines}",
    nothing: "Nothing was found that answers this for sure.",
    gaps: "Not found",
    contradictions: "Sources disagree",
    contradictions_said:
      "These sentences answer the same question differently. Which one holds is not decided here.",
    contradiction: {
      value: "Another value",
      denial: "One says it, the other denies it",
      opposite: "The opposite",
    },
    notices: "About this report",
    not_read: "Could not be read ({count, number})",
    saved: "saved {when} from {host}",
    sources: "Sources",
    search_failed: "A web search failed: {message} ({rule}).",
    search_failed_for: "The web was not searched for “{question}”: {message} ({rule}).",
    page_cut:
      "The page “{title}” of {host} is longer than the size limit; only its beginning was read.",
    no_text: "The page holds no text that can be read without running its scripts.",
    left_sources:
      "{count, plural, one {# sentence is} other {# sentences are}} left out, because the report had as many sources as it may cite.",
    left_changed:
      "{count, plural, one {# sentence is} other {# sentences are}} left out, because the lines behind changed before the report was written.",
  },
  task: {
    answer_without_documents:
      "The step “{step}” may not have documents asked: it has no right to {tool}.",
    type_unknown:
      "There is no kind of task called “{type}” here. GET /api/task-types lists those that can be started.",
    skill_disabled:
      "“{type}” belongs to the skill “{skill}”, which is switched off. Switch it on in the tools and skills panel, then start the task again.",
    skill_not_ready:
      "“{type}” belongs to the skill “{skill}”, which waits to be looked through or cannot be loaded. Look at it in the tools and skills panel first.",
    skill_gone:
      "The skill “{skill}” was switched off, changed or removed while the task was at work, so it was ended. Steps that were done stay done.",
    input: "The input of “{type}” does not fit: {problem}.",
    too_many:
      "{most, number} tasks are waiting already. Let some of them end, or cancel them, then start this one.",
    not_found:
      "There is no such task. It may have been deleted, or be past the days that tasks are kept.",
    other_type: "The task that is to run again is of another kind, “{type}”.",
    cancelled: "The task was cancelled.",
    cancelled_acted:
      "The task was cancelled in the middle of a step that changes something: whether it did, nobody knows. Look before you start it again.",
    over: "The task has ended already, as “{state}”.",
    interrupted:
      "The program ended in the middle of the step “{step}”, which changes something: whether it did, nobody knows. Look first, then run the task again.",
    ends_program:
      "The step “{step}” was begun {attempts, number} times, and the program ended by force in the middle of it. It may be the step that ends it, so it is not begun again by itself. Look at the log and at what the step works on, then run the task again.",
    input_not_kept:
      "The input held a secret, which is not kept, so the task cannot go on after a restart. Start it again.",
    program_changed:
      "The steps of this kind of task are others in this version of the program, so the task cannot go on. Start it again.",
    other_folders:
      "The task was started over other folders than the program has now, so it cannot go on. Start it again over the folders that you mean.",
    roots_beside:
      "Another Docent (process {pid}) works with the state folder {home}, and a task over folders of its own (--root) needs it alone. Leave --root out, stop the other one, or set DOCENT_HOME to another folder for this task.",
    resumed: "The program ended during the step “{step}”; it was begun again.",
    replanned: "The step “{step}” failed, so the rest of the task was planned anew, once.",
    time_over: "The task used up its time of {seconds, number} seconds.",
    tokens_over: "The task used up its {tokens, number} tokens.",
    cost_over: "The task used up what it may cost, {cost, number}.",
    not_json: "The step “{step}” gave back something that cannot be kept.",
    output_too_large:
      "The step “{step}” gave back more than {mib, number} MiB. What is large belongs into an artifact.",
    output_missing:
      "The step needs what “{step}” gave back, and that is not there or of another form.",
    undeclared_effect:
      "The step “{step}” is declared to change nothing, so it may not call {tool}, which may.",
    model_failed: "The model {name} did not reply in a way that can be used.",
    no_model: "No model is set up, and this step needs one. Set one up in Settings.",
    failed: "The step “{step}” failed in a way that is not foreseen. The log has more.",
  },
  artifact: {
    name_empty: "A file of a task needs a name.",
    name_long: "“{name}” is longer than the {most, number} bytes that a name may have.",
    name_folder: "“{name}” names a folder. A file of a task lies in none: give a plain name.",
    name_sign: "A name holds a sign that a file cannot have on every system. Leave it out.",
    name_device: "“{name}” is the name of a device on Windows. Give another.",
    name_ends:
      "“{name}” begins or ends with a dot or a space, which is lost or hidden on some systems. Leave it out.",
    taken:
      "Another step of this task has a file called “{name}” already, or one that differs in case alone.",
    media_type: "“{type}” is no media type. Give one like text/markdown.",
    too_large: "“{name}” is larger than the {mib, number} MiB that a file of a task may have.",
    too_much: "The files of this task are larger than {mib, number} MiB together.",
    too_many: "A task may have {most, number} files, and this one has them.",
    disk_full:
      "The disk is full, so “{name}” could not be written; nothing of it is left. Free some space, then run the task again.",
    not_written: "“{name}” could not be written: the system says {code}.",
    not_found: "The task has no file called “{name}”.",
    changed: "“{name}” is not as the task wrote it: its bytes were changed or are gone.",
  },
  notice: {
    index_building:
      "Your folders are still being indexed: {ready, number} of {known, number} files could be searched.",
    index_degraded:
      "A part of your folders cannot be searched at the moment: {ready, number} of {known, number} files could be.",
    sub_agent_fallback:
      "The search agent failed, so the documents were asked directly. The answer may use fewer passages.",
    search_fallback:
      "The model that chooses what is searched for failed, so your question was searched for in its own words.",
    searched_otherwise:
      "The model searched for {words} itself. What it says of that is in your documents, and may be no answer to what you asked.",
    // What earlier exports say: read, and written no more.
    unsure:
      "Not sure that this answers your question: the lines below may be about something close to it.",
    unsure_part:
      "Not sure that your question “{question}” is answered: the lines below may be about something close to it.",
    language_mismatch:
      "Nothing in Chinese in these folders fits this question. If your documents are in another language, ask in that one; names and identifiers are found in any language.",
    language_mismatch_english:
      "What was found is not in English, the language of this question. Names, identifiers and words of your documents' own language are found.",
    quoted_from_english: "The pages that answer are in English, and are quoted in their own words.",
    quoted_from_chinese: "The pages that answer are in Chinese, and are quoted in their own words.",
    model_fallback: "{why} The answer is made of quotations of your documents.",
    model_cut: "{why} What is shown had been checked by then.",
    model_unchecked:
      "What the model wrote could not be checked against your files, so none of it is shown.",
    model_quoted:
      "Nothing that the model wrote is shown: the answer is made of quotations of your documents.",
    other_language:
      "Some lines are in another language than this answer. Words of two languages cannot be compared: of the marked sentences only numbers, names and identifiers were. Read the lines beside them.",
    model_other_language:
      "The model answered in another language than your documents. Words of two languages cannot be compared, so the answer is made of your documents’ own words.",
    model_unborne:
      "Your documents bear out nothing that the model wrote, so the answer is made of their own words.",
    context_cut:
      "{pieces, plural, one {# piece} other {# pieces}} of what was found did not fit into what the model is given, {letters, number} letters in all.",
    why: {
      unset: "No model can be asked: none is configured, or its key is missing.",
      refused: "The model’s provider refused the request.",
      busy: "The model could not be reached, or had no time.",
      stalled: "The model fell silent and was left.",
      broken: "The model broke off or sent nothing that can be read.",
    },
    budget: {
      turns: "The model was stopped after {most, number} turns. What is shown was checked by then.",
      time: "The model was stopped after {seconds, number} seconds. What is shown was checked by then.",
      tokens: "The model was stopped at {most, number} tokens. What is shown was checked by then.",
      repeated:
        "The model was stopped because it called “{tool}” over and over for the same result.",
      searched: "The model was stopped because it searched for the same over and over.",
      length:
        "The model’s reply was cut at the greatest length of a reply, so what it wrote is not whole.",
      filtered: "The model’s provider cut the reply short, so what it wrote is not whole.",
      stuck: "The model was stopped because “{tool}” went on failing. Look at what was tried.",
    },
  },
  activity: {
    audit: {
      unbroken: "{rows, plural, one {# row} other {# rows}}, unbroken.",
      removed:
        "{rows, plural, one {# row} other {# rows}}, unbroken. {gone, plural, one {# older row} other {# older rows}}, up to {until}, were past their time and are gone.",
      broken:
        "{rows, plural, one {# row} other {# rows}}; the chain is broken in {places, plural, one {# place} other {# places}}. Keep a copy of docent.db as it is, and see who else writes to it.",
      checking: "{rows, plural, one {# row} other {# rows}}; the chain is being read through.",
      empty: "Nothing is recorded yet.",
      unknown: "The chain could not be read through. See the log for why.",
    },
    error: {
      span_not_found: "There is no such span in this trace. Look at the trace again.",
      case_not_found: "This asking is not kept as a case.",
      export_cut:
        "Rows past their time went while the audit was being exported, so the export is not whole. Export it again.",
      series_too_long:
        "The chart would have more than {most, number} points. Ask for a shorter time or a longer step.",
      times_reversed: "The chart would end before it begins. Give a “from” that is before “to”.",
    },
    compacted: {
      done: "{rows, plural, one {# row} other {# rows}} past their time are gone, and {size} went back to the disk.",
      nothing: "Nothing was past its time.",
      busy: "Old rows are being cleared away already. Look again in a moment.",
    },
    telemetry: {
      off: "Nothing is sent anywhere. OTEL_EXPORTER_OTLP_ENDPOINT would switch it on.",
      on: "Times and counts of each asking are sent to {host}. No text of documents or questions is.",
      on_content:
        "Times, counts, questions and answers are sent to {host}, because DOCENT_OTEL_CONTENT is 1.",
      failing:
        "{host} does not take what is sent to it ({reason}). Nothing waits for it; what it did not take is lost to it.",
    },
    replay: {
      same: "Nothing is different: the same sentences from the same lines.",
      different:
        "{same, number} the same, {moved, number} moved, {changed, number} changed, {new, number} new, {gone, number} gone.",
      same_without: "Nothing is different: there was no answer then, and there is none now.",
      status: "It came to “{before}” then and comes to “{after}” now.",
      same_task: "Nothing is different: every step and every file came out the same.",
      different_task: "The task came out differently; see which step is the first.",
      no_trace: "Nothing is kept of it that could be done again.",
      not_stored:
        "It was asked without being stored, so there is nothing to hold a second answer against.",
      no_replies:
        "What the model replied then is not kept, so it can be done again only with the model as it is now.",
      no_task_replies:
        "What the model replied then is not kept, or not all of it, so the task cannot be done again.",
      no_model: "No model can be asked now: {reason}",
      no_folder: "The folder “{folder}” that was searched then is no longer configured.",
      folders_unknown:
        "Nobody knows any more of which folders it was asked: what said so was past its time, and is gone.",
      other_folders:
        "The task worked on folders of its own (--root), and this program works on others now.",
      replies_short:
        "The model was asked more often than then. There is no recorded reply to that, so this says little; do it again with the model as it is now.",
      replies_short_task:
        "The model was asked more often than then. There is no recorded reply to that, so this says little.",
      saved_pages:
        "The web was not asked again: the pages that were read then were read as they are saved now.",
      pages_gone:
        "{pages, plural, one {# page} other {# pages}} of the web that {pages, plural, one {was} other {were}} read then {pages, plural, one {is} other {are}} no longer saved.",
      no_task_type: "No skill offers the task type “{type}” any more.",
      skill_off: "The skill of the task type “{type}” is off, or waits to be accepted.",
      no_input: "Secrets were masked in the input of the task, so it cannot be done again.",
      not_ended: "The task has not ended yet.",
      reply_missing:
        "The model was asked more often than then; it was given no reply to that, and the rest stands without it.",
      replies_left: "The model was asked less often than then.",
      tool_gone: "The tool “{tool}” is no longer there; its recorded result stood in.",
      stood_in:
        "{calls, plural, one {# call} other {# calls}} that would change something {calls, plural, one {was} other {were}} not made again; the recorded results stood in.",
      not_recorded:
        "It was not called then, so there is no recorded result, and it is not run now.",
      step: {
        status: "What became of it is different.",
        plan: "It was understood differently: other words were searched for.",
        search: "The search found other lines, or the same in another order.",
        compose: "Other sentences were made of the same lines.",
        task_step: "The step “{step}” came out differently.",
      },
    },
  },
};
export default en;

/** The same tree with any sentences: what a catalogue must have. */
export type Messages = DeepStrings<typeof en>;
type DeepStrings<T> = { [K in keyof T]: T[K] extends string ? string : DeepStrings<T[K]> };
