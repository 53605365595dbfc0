/** Sentences the program writes, English. Keys and parameters are the same in `zh-CN.ts` (a test compares them). */
const en = {
  rule: {
    not_allowlisted:
      "The path is in none of the folders that Docent may read now. Add its folder in Settings, or resume it there if it is paused.",
    traversal: "The path leaves its folder with “..”. Give the path without it.",
    symlink_escape:
      "The path is a link that leads out of its folder. Put a copy into the folder, or add the folder it leads to.",
    denylisted:
      "The path is on the “Never read” list, which overrides every folder. Docent cannot read it.",
    invalid_path:
      "The path is empty, too long, of the wrong form, or fits several folders. Give one full path or name the folder.",
    not_regular_file: "The path is a folder, pipe, device or socket. Only regular files are read.",
    not_a_document: "The file does not match the document patterns (doc_file_patterns).",
    not_a_picture:
      "This is not a picture that can be shown. Docent shows PNG, JPEG, GIF and WebP files, and SVG drawings without scripts or references to other places.",
    dependency_folder:
      "The path is in a folder of packages or of a build, such as node_modules, which is not read by default. To read it, turn on “Read packages and builds” for its folder in Settings (include_dependencies).",
    too_large: "The file is larger than max_file_bytes allows.",
    too_many_files: "The folder contains more files than max_files allows; the rest is not read.",
    path_changed: "The file changed under its name while it was being opened. Ask again.",
    unreadable:
      "The operating system does not let Docent read this. Check that it exists and its permissions.",
    outside_scope: "The folder is not among those this question may search.",
    outside_project:
      "The folder is outside the project, and allow_outside_project is off. Turn it on to read it.",
    not_text: "The file is not text. If it is a document, save it as UTF-8.",
  },
  memory: {
    offered: "This looks like something to remember: “{text}”. Nothing is saved until you confirm.",
    forgot:
      "Forgotten: {turns, plural, one {# question} other {# questions}}, {concepts, plural, one {# fact} other {# facts}}, {tasks, plural, one {# task} other {# tasks}}.",
    forgot_nothing: "There was nothing to forget.",
    forgot_later:
      "Another program is reading the database; the last traces are deleted as soon as it is done.",
    no_concept: "This fact is no longer remembered. Open the page Memory again.",
    too_many:
      "At most {most, number} facts can be remembered. Forget some on the page Memory first.",
  },
  web: {
    label: "Web",
    masked: "A secret in the question was masked before it left this computer.",
    truncated: "The page is too long or broke off: only its first {bytes, number} bytes were read.",
    made_room:
      "{count, plural, one {# older saved page} other {# older saved pages}} that no answer cites {count, plural, one {was} other {were}} removed to make room (web.max_saved_pages, web.max_saved_bytes).",
    refused: {
      ssrf_scheme:
        "Only addresses that begin with http:// or https:// can be fetched. Give the page’s web address.",
      ssrf_credentials:
        "The address contains a user name or password, which Docent does not send. Give it without them.",
      ssrf_port:
        "The address names a port. Pages are fetched from ports 80 and 443 only. Give it without a port.",
      ssrf_address:
        "“{host}” is this computer, a private network, or not a public web address. Docent does not connect to it; open it in a browser yourself.",
      own_address:
        "“{host}” leads to a public address of this computer or of a neighbour on its network. Docent does not connect to it; open it in a browser yourself.",
      ssrf_dns:
        "The name “{host}” could not be found. Check the spelling, and that this computer is online.",
      redirect_nowhere:
        "“{host}” redirects without saying where. Open the page in a browser to see what it wants.",
      redirect_long:
        "“{host}” redirects to an address of more than {most, number} characters, which is not followed.",
      redirect_loop: "“{host}” redirects in a circle. Give the final address of the page.",
      redirects:
        "“{host}” still redirects after {most, number} redirects. Give the final address of the page.",
      robots:
        "The robots.txt of “{host}” does not allow programs to read this page. Open it in a browser yourself.",
      robots_unreachable:
        "The robots.txt of “{host}” could not be read, so nothing was fetched. Try again later.",
      deny_hosts:
        "“{host}” is in web.deny_hosts, so nothing is fetched from it. To change this, remove it from that list in Settings.",
    },
    failed: {
      timeout:
        "“{host}” did not finish within {seconds, number} seconds (web.timeout_ms). Try again, or allow more time in Settings.",
      encoding: "“{host}” compressed its response in an unknown way. Nothing was saved.",
      headers: "“{host}” sent headers that are too long. Nothing was saved.",
      not_http: "“{host}” did not answer with HTTP. Nothing was saved.",
      unpacking: "The response of “{host}” could not be decompressed. Nothing was saved.",
      certificate:
        "“{host}” could not prove its identity: its certificate is not valid. Nothing was sent.",
      connection: "“{host}” could not be reached, or the connection was lost. Try again later.",
      parse_limit:
        "The page is nested too deeply, too large or too complex to read. Nothing was saved.",
      no_fetch:
        "Nothing is saved under “{fetch_id}” any more. Fetch the page again with web.fetch.",
      rate_limited: "“{host}” received too many requests (429). Try again later.",
      turned_away:
        "“{host}” does not serve this page to programs ({status, number}). Open it in a browser yourself.",
      full: "The saved pages have reached their limit ({most, number} pages, {size, number} MB), and those left are cited or in use. Delete some in Settings, or raise web.max_saved_pages or web.max_saved_bytes.",
      gone: "“{host}” has no such page ({status, number}). Check the address.",
      status: "“{host}” answered with an error ({status, number}). Try again later.",
      media_type:
        "“{host}” sent {media_type}. Only HTML, Markdown, plain text, JSON and XML are read.",
      empty:
        "The page of “{host}” has no text: it is empty, or made by scripts, which are not run. Open it in a browser yourself.",
    },
    search: {
      offline:
        "No search service is set up, so nothing was searched and nothing left this computer. Choose one in Settings under The web (web.search_backend).",
      unset:
        "{service} is the chosen search service, but {variable} is not set. Set it and restart Docent, or choose another service.",
      rate_limited: "{service} received too many requests (429). Try again later.",
      challenge:
        "{service} asks for a captcha. Try again later, or choose another service (web.search_backend).",
      refused:
        "{service} refused the search. Try again later, or choose another service (web.search_backend).",
      key: "{service} does not accept the key in BRAVE_API_KEY. Check the key.",
      json_off:
        "{service} refused the search. Its settings must list json under search.formats, and its limiter must let this computer through.",
      down: "{service} has a problem of its own ({status, number}). Try again later.",
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
        "{bytes, plural, one {# byte} other {# bytes}} written to {path}, replacing its contents.",
      append: "{bytes, plural, one {# byte} other {# bytes}} added at the end of {path}.",
      edit: "{count, plural, one {# place} other {# places}} replaced in {path}.",
    },
    auto_run:
      "Other programs run or obey a file with this name automatically, so tools do not write it. Change it yourself.",
    elsewhere:
      "Files are written only in the first tool folder; the others are read only. Give a path in the first.",
    name: {
      backslash:
        "A name in the path contains a backslash, which separates folders on other systems but would be part of the name here. Separate folders with /.",
      control:
        "A name in the path contains a line end or another control character. Give a name on one line.",
      unseen:
        "A new name in the path begins or ends with a space, or contains invisible characters. Remove them.",
      place:
        "“{name}” does not stand for a place here and would become a folder with that name. Give the path relative to the workspace.",
    },
    names_folder: "The path ends like a folder’s. Give the path of the file.",
    missing: "There is no such file to edit. List the folder, or create the file with write.",
    hard_link:
      "The file has a second name elsewhere (a hard link), and a change here would separate the two. Make a copy and change that.",
    protected:
      "The file is write-protected for everyone. Remove the protection first if it should change.",
    too_large: "The file is, or would be, larger than the {mib} MiB that tools can write.",
    not_text: "The file is not text, so it is neither edited nor overwritten. Use another name.",
    broken_encoding:
      "Some bytes of the file are not valid {encoding} and would be lost. Save it as UTF-8 in an editor first.",
    cannot_hold:
      "The file is written in {encoding}, which has no “{character}”. Remove it, or write a new file, which is UTF-8.",
    read_otherwise:
      "In {encoding}, the encoding of the file, the new text would be read as something else. Write a new file, which is UTF-8.",
    nul: "“{name}” contains a NUL character, which a text file cannot have. Remove it.",
    stale:
      "The file is not the one expected_sha256 names: it has changed or is gone. Read it again.",
    not_as_shown:
      "The file has changed since you were shown this change, so nothing was written. Make the call again to see it as it is now.",
    file_changed:
      "The file changed while it was being written, so it was left as it is. Read it, and make the call again.",
    folder_changed:
      "The folder was moved or replaced while the file was being written, so nothing was written. Make the call again.",
    not_let: "The system does not let Docent write there ({code}). Nothing changed.",
    disk_full: "The disk is full. Nothing changed; free some space and make the call again.",
    same: "find and replace are the same text, so nothing would change.",
    ambiguous:
      "The text of find occurs {count} times in the file, in lines {lines}. Include more of the surrounding text, or set all.",
    more_than:
      "The text of find occurs more than {count} times in the file, first in lines {lines}. Include more of the surrounding text, or set all.",
    too_many:
      "The text of find occurs more than {most} times in the file, more than one call can replace. Include more of the surrounding text.",
    no_match: "The text of find does not occur in the file. {near}",
    near: {
      none: "Read the file, and copy the text from there.",
      line_ends: "Line {line} contains it with other line ends. Give them as LF.",
      white_space: "Line {line} differs only in white space: {text}",
      look: "Line {line} differs only in case, or in characters that look alike: {text}",
      words: "The closest is line {line}: {text}",
    },
  },
  check: {
    title: "What was found in the documents",
    read: "{pages, plural, one {# page} other {# pages}} with {links, plural, one {# link} other {# links}} were read; {count, plural, =0 {no problems found} one {# problem found} other {# problems found}}.",
    nothing: "No problems were found.",
    no_pages: "There are no documents in these folders, or they are paused. Check Settings.",
    table: { what: "What", count: "Places", fixes: "With a fix" },
    rule: {
      link_missing: "Broken links",
      picture_missing: "Missing pictures",
      anchor_missing: "Links to headings that don’t exist",
      page_unlinked: "Pages nothing links to",
      note_left: "Notes left behind",
    },
    about: {
      link_missing: "There is no file with this name where the link leads, in this folder.",
      picture_missing:
        "There is no picture with this name where the page looks for it, in this folder.",
      anchor_missing: "The page exists, but has neither a heading nor a tag with this name.",
      page_unlinked:
        "No page in the folder links here. A menu outside the documents may; Docent sees only documents.",
      note_left: "Things somebody meant to do later. Notes in code are not checked.",
      doubts:
        "These may be fine: they follow site conventions that documents alone do not show, so they do not count as problems.",
    },
    line: "Line {line}:",
    fix: "Most likely {to}.",
    more: "{count, plural, one {# more is} other {# more are}} in findings.json.",
    doubts: "Not checked",
    doubt: {
      template: "{count, plural, one {# link is} other {# links are}} put together by a template.",
      alias:
        "{count, plural, one {# link begins} other {# links begin}} with a sign that stands for a place (@, ~).",
      encoding:
        "{count, plural, one {# link is} other {# links are}} written with characters that can be read in two ways.",
      absolute:
        "{count, plural, one {# link begins} other {# links begin}} at the top of a site (/), and no page matches.",
      outside:
        "{count, plural, one {# link leads} other {# links lead}} out of the folder or of its book, or to something Docent may not see.",
      route:
        "{count, plural, one {# link is an address} other {# links are addresses}} of a site, which may be served from elsewhere.",
      copy: "{count, plural, one {# link leads} other {# links lead}} to a type of file the folder has none of: most likely the folder is a copy without them.",
      anchor:
        "{count, plural, one {# link leads} other {# links lead}} to a heading by a name that some sites give it.",
      long: "{count, plural, one {# link is} other {# links are}} longer, or {count, plural, one {leads} other {lead}} through more folders, than Docent follows.",
      unasked:
        "{count, plural, one {# link is} other {# links are}} on a page that was changed, deleted or became unreadable during the check. Run it again.",
      menu: "{count, plural, one {# page has} other {# pages have}} no links to {count, plural, one {it} other {them}}, in a folder where that is usual: a menu leads there.",
    },
    unread: "{count, plural, one {# page} other {# pages}} could not be read",
  },
  edit: {
    title: "A patch for the documents",
    files:
      "{files, plural, one {# file} other {# files}} will change, in {places, plural, one {# place} other {# places}}.",
    none: "Nothing to change.",
    unchanged:
      "No document has been changed. Review changes.patch, and apply it if its folder allows patches.",
    table: { file: "File", places: "Places" },
    left: "Left unchanged",
    rest: "The patch contains the first {files} files. {more, plural, one {# more file} other {# more files}} would change: apply this one, then run the task again.",
    long_line: "A line is too long to be read at once, so the page is left unchanged.",
    not_exact:
      "The file is written in {encoding} and would not be written back byte for byte. Save it as UTF-8 in an editor first.",
    no_reason: "A tool failed without saying why.",
    cannot_hold: "The file's encoding ({encoding}) has no “{character}”. Save it as UTF-8 first.",
    needs: "This way of editing needs the field “{field}”.",
    bad_pattern: "The pattern is not a regular expression that Docent can read (RE2): {reason}",
    pattern_large: "The pattern is too large. Make it shorter.",
    bad_replacement: "The replacement names a group that the pattern does not have: {reason}",
    slow_page:
      "The page takes too long to search, so it is left unchanged. Make the pattern simpler.",
    slow_pattern:
      "The pattern took too long on many pages, so the rest was not searched. Make it simpler.",
    grows: "The page would gain more text than a patch can hold, so it is left unchanged.",
    too_many_places: "The text occurs there more than {most} times. Include more of it.",
    diff: {
      unreadable: "This is not a unified diff: {reason}",
      empty: "The diff changes nothing.",
      created: "The diff would create “{path}”. A patch only changes existing documents.",
      deleted: "The diff would delete “{path}”. A patch only changes existing documents.",
      renamed: "The diff would rename “{path}”. A patch changes documents in place.",
      binary: "The diff changes “{path}” as binary data. A patch changes text.",
      mode: "The diff would change the permissions of “{path}”. A patch changes text.",
      misfit: "The part at line {line} does not match the file as it is now.",
      one_folder: "A diff belongs to one folder. Name it.",
    },
    finding: {
      gone: "The line of a finding has changed since it was found.",
      guess: "{count, plural, one {# finding has} other {# findings have}} no certain fix.",
    },
    wish: {
      no_model:
        "Describing a change in words needs a model. Set one up in Settings, or use another way.",
      too_many: "This way takes at most {most} pages. Name fewer.",
      too_long: "The page is too long to send to the model at once.",
      no_edits: "The model proposed nothing for this page.",
      unreadable: "The model’s reply contained no list of changes.",
      not_there: "The model wanted to change text that is not in the page: {text}",
      not_once: "The model wanted to change text that occurs in the page more than once: {text}",
      masked:
        "The model wanted to change text beside a masked secret, which it does not know: {text}",
    },
    masked:
      "The new text contains ••••••••, which stands for a masked secret. Put the real text in its place, or leave that place unchanged.",
  },
  patch: {
    not_editable:
      "Patches are off for “{label}”. If its documents may be changed, turn on “Patches may be applied” for the folder in Settings (editable).",
    is: {
      open: "This patch was not applied, so there is nothing to undo.",
      applied: "This patch has already been applied. Undo it, or make a new one.",
      undone:
        "This patch was applied and undone, which is possible only once. Run the task again for a new patch.",
      interrupted:
        "Docent stopped while this patch was being applied and could not finish it. Look at the files it names, then restart Docent.",
    },
    other_files:
      "This is not the patch you looked at: its files or their versions differ. Reload the page.",
    unreadable: "The file does not contain a patch made by Docent. Run the task again.",
    not_found: "There is no such patch. It may have been deleted with its task.",
    conflict:
      "{count, plural, one {# file is} other {# files are}} no longer as the patch expects. Nothing was changed; both versions are shown.",
    kept_damaged:
      "The copies of the documents kept in the state folder are damaged, so nothing was changed.",
    stuck:
      "Some files could not be restored after a failure. Docent tries again when it starts; their earlier contents are in its state folder, under patches.",
    twice: "The patch names “{path}” twice. Give each file one part.",
    leads_elsewhere: "“{path}” is a link to another file now. Nothing was changed.",
    does_not_fit:
      "The patch does not match the text of “{path}”. Run the task again for a new one.",
    too_large: "“{path}” would become larger than a patch allows. Nothing was changed.",
    too_many: "The patch names more than {most} files. Split it into several.",
  },
  command: {
    off: "Commands are off. Turn on bash in Settings; you’ll be asked to confirm.",
    waits: "Commands are turned on and need your approval.",
    not_allowed: "You have not allowed commands. Save the switch again to be asked again.",
    no_folder: "There is no folder for commands to work in: the workspace can’t be used.",
    unknown: "The database does not say whether you have allowed commands.",
    asks: "The tool bash was turned on. Once you allow it, it can be requested, and every command still asks.",
    denylisted:
      "The command matches the entry “{entry}” of the command denylist. It was not run, and nobody was asked.",
    too_much:
      "The command nests more shells than can be checked against the command denylist. It was not run, and nobody was asked. Save it as a script and run that.",
    not_as_shown:
      "The folders of this command have changed since you were shown it, so it was not run. Make the call again to see it as it is now.",
    closed_folder:
      "The folder “{path}” cannot be opened, so what is on the denylist in it could not be hidden from the command, and it was not run. Give yourself permission to read the folder (chmod u+rwx), or move it out of the tool folders.",
    too_many_names:
      "The tool folders contain more than {most} names, too many to check for what must be hidden from a command, so it was not run. Let the tools work in a smaller folder.",
    too_many_closed:
      "More than {most} names in the tool folders are on the denylist, too many to hide from a command, so it was not run. Let the tools work in a smaller folder.",
    exit: "The command ended with exit code {code}.",
    signal: "The command ended with exit code {code}: it was stopped by the signal {signal}.",
    timeout:
      "The command was stopped after {seconds, plural, one {# second} other {# seconds}}, with everything it had started. Its output until then is here.",
    killed:
      "The command was stopped from outside before it finished. Its output until then is here.",
    processes: "The command was stopped: it ran more than {most} processes at once.",
    memory: "The command was stopped: it used more than {most} of memory.",
    written: "The command was stopped: it wrote more than {most} to the disk.",
    files: "The command was stopped: it created more than {most} files in /tmp and /dev/shm.",
    output: "The command was stopped: it wrote more than {most} of output.",
    left_out: "{bytes} bytes of {name} were left out.",
  },
  sandbox: {
    other_system: "Commands run only in a sandbox that needs Linux, and this is {system}.",
    other_machine:
      "Commands run only in a sandbox, and there is none for this processor ({machine}).",
    no_bwrap:
      "Commands run only in a sandbox, and the program for it is not installed. Install bubblewrap (bwrap) 0.8 or newer.",
    no_bash: "There is no bash on this machine to run commands.",
    failed:
      "Commands run only in a sandbox, and none can be created here: {reason}. The system may forbid user namespaces.",
    unbounded:
      "Docent runs as root here, and nothing limits the processes that code could start. Run Docent as a user of its own, or give it control groups it can write (pids).",
    no_webassembly:
      "Code runs only in a sandbox, and this Node has no WebAssembly to create one. Start Docent with a Node that has it.",
    wasm_failed:
      "Code runs only in a sandbox, and the WebAssembly one does not work reliably here: {reason}. Nothing was run.",
    no_shell:
      "Shell scripts run only in a sandbox of this computer (backend “wall” or “gvisor”), and another backend is chosen. Use JavaScript or Python, or choose another backend in Settings (sandbox.backend).",
    no_language:
      "The backend “{backend}” cannot run {language}. Use another language, or choose another backend in Settings (sandbox.backend).",
    no_program:
      "Code in this language is run by {program}, which is not installed. Install it, or use another backend (sandbox.backend).",
    no_runsc:
      "The backend “gvisor” needs the program runsc, which is not installed. Install gVisor, or choose another backend in Settings (sandbox.backend).",
    gvisor_failed:
      "The backend “gvisor” cannot create a sandbox here: {reason}. Choose another backend in Settings (sandbox.backend).",
  },
  snippet: {
    name: "“{name}” is not a valid file name for the code: use a relative path of plain names, separated by /.",
    name_taken:
      "Two files of the code are called “{name}”, or one is where the other has its folder. Give them different names.",
    input_too_large: "The files for the code are more than {mib} MB in total. Use less.",
    arguments: "The arguments of sandbox.exec do not fit: {where}: {problem}.",
    not_known: "It is not known yet which sandbox this computer has. Try again.",
    nobody: "It is not said who runs the code.",
    not_as_shown:
      "The sandbox is no longer the one you were shown, so nothing was run. Make the call again to see it as it is now.",
    cancelled: "The run was cancelled.",
    no_folder:
      "A folder for the code could not be created on this disk ({code}), so nothing was run. Free some space, or check who may write in the state folder.",
    not_kept: "The files the code created could not be saved on this disk ({code}).",
    made_room:
      "The files of {count, plural, one {# earlier run} other {# earlier runs}} were removed to make room: at most {runs} runs and {mb} MB are kept per conversation.",
    unkept:
      "Nothing is kept of this conversation: the {count, plural, one {file} other {# files}} that the code left {count, plural, one {is} other {are}} gone.",
    run_gone: "The files of this run are no longer kept, or there was no such run.",
    changed: "A file of this run has been changed since, so it is not shown.",
    left_out: "{bytes, plural, one {# byte} other {# bytes}} of output were left out.",
    files_out:
      "{count, plural, one {# file is} other {# files are}} left out: not a regular file, an unusable name, or beyond the limits.",
    host_name_taken: "Two tools would both be tools.{name} in the code. Name one of them.",
    host_elsewhere:
      "Tools can be called only from JavaScript on the backend wasm, and this is {language} on {backend}. Leave out host_tools.",
    host_not_granted: "The code may not call “{name}”: whoever runs it has no right to it.",
    host_writes:
      "The code may not call “{name}”: code can only call available tools that read and never ask.",
    host_calls: "The code has made {most} tool calls, the limit of one run.",
    host_arguments: "tools.{name} takes one JSON object of at most 256 KB.",
    host_result: "The result of tools.{name} is larger than {mib} MB. Ask for less.",
    host_over: "The run is over, so no tool is called any more.",
    end: {
      exit: "The code ended with exit code {code}.",
      lost: "The code was stopped: its sandbox failed. Its output until then is here.",
      timeout:
        "The code was stopped after {seconds, plural, one {# second} other {# seconds}} (sandbox.timeout_ms). Its output until then is here.",
      processor:
        "The code was stopped: it used the processor for {seconds, plural, one {# second} other {# seconds}} (sandbox.timeout_ms).",
      memory: "The code was stopped: it needed more than {mib} MB of memory (sandbox.memory_mb).",
      output: "The code was stopped: it wrote more than {mb} MB of output.",
      files:
        "The code was stopped: it wrote more than {files} files or {mb} MB, or the disk ran out of space.",
      processes: "The code was stopped: it ran more than {most} processes at once.",
    },
    left_unnamed:
      "{count, plural, one {# file} other {# files}} beyond the {most} that a task keeps were left out.",
  },
  server: {
    waits: "The server “{name}” starts once you allow it.",
    not_allowed:
      "You have not allowed the server “{name}” to start. Choose Restart to be asked again.",
    asks: "The MCP server “{name}” was added or changed on the page. It starts once you allow it.",
    ended:
      "The server “{name}” stopped {crashes} times within a minute. It is tried again in a minute, or when you restart it.",
    hung: "The server “{name}” stopped responding, {crashes} times within a minute. It is tried again in a minute, or when you restart it.",
    not_started:
      "The server “{name}” could not be started ({detail}). It is tried again in a minute, or when you restart it.",
    unreachable:
      "The server “{name}” could not be reached ({detail}). It is tried again in a minute, or when you restart it.",
  },
  config: {
    at: "{file}, {path}: {problem}",
    at_file: "{file}: {problem}",
    missing:
      "The file named by DOCENT_CONFIG does not exist. Create it, save in Settings, or unset DOCENT_CONFIG.",
    not_regular: "This is not a regular file, so it is not read.",
    too_large: "The file is larger than 1 MiB, far more than a configuration needs.",
    unreadable: "The file cannot be read ({reason}). Check its permissions.",
    syntax: "This is not valid JSON at line {line}, column {column}.",
    not_object: "The file must contain one JSON object with sections such as “doc_access”.",
    unknown_key:
      "There is no setting “{key}” here. Check the spelling, or remove it. Known here: {known}.",
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
      "The text contains only spaces and invisible characters. Write what you want to know.",
    list_too_short:
      "The list must have at least {minimum, plural, one {# entry} other {# entries}}.",
    list_too_long: "The list may have at most {maximum, plural, one {# entry} other {# entries}}.",
    url: "The value must be a full URL such as http://127.0.0.1:11434/v1.",
    plain_address:
      "The address may not contain a user name, a password, “?” or “#”. Put keys in environment variables.",
    root_id: "A folder’s id may not be empty or contain a slash, a backslash or NUL.",
    name: "The name may contain only a–z, 0–9 and _.",
    agent_id_taken:
      "“{id}” is already the id of another agent, or one the page uses itself. Give this agent another id.",
    host_entry:
      "An entry is a host name, such as “example.org”, or “*.example.org” for everything below it: without http://, port or path.",
    root_id_reserved: "The id “{id}” belongs to the saved web pages. Give this folder another id.",
    root_id_taken:
      "The id “{id}” is already used by folder number {other}. Give this folder an id of its own.",
    deny_climbs:
      "An entry of the denylist may not contain “..”: write the folder’s full path, or its name.",
    variable: "A variable name uses letters, digits and _ and does not begin with a digit.",
    definition_hash:
      "The hash of a definition is 64 hexadecimal digits, as returned by GET /api/tools.",
    server_name_taken:
      "The name “{name}” is already used by another MCP server. Give this server a name of its own.",
    cmd_or_url: "An MCP server needs either “cmd” or “url”, and not both.",
    in_force_last: "The last valid configuration stays in use until this is fixed.",
    in_force_default: "Until this is fixed, the built-in settings apply and no folder is read.",
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
    nearest: "The closest passages, which do not answer it:",
  },
  skill: {
    no_skill_md: "There is no SKILL.md in it. A skill is a folder with a SKILL.md.",
    no_front_matter:
      "SKILL.md does not begin with front matter. Begin with a line ---, then name and description, then another line ---.",
    front_matter_open: "The front matter does not end: a line --- is missing below it.",
    front_matter_large: "The front matter is larger than {kib} KiB.",
    yaml: "This is not valid YAML ({reason}).",
    yaml_record: "This is not a list of names with values, such as name: my-skill.",
    yaml_aliases: "It uses more than {most} aliases. Write the values out.",
    yaml_deep: "Its lists and records are nested deeper than {most} levels.",
    not_text: "The file is not UTF-8 text.",
    field_missing: "“{field}” is missing or empty.",
    field_text: "The value of “{field}” must be one text.",
    field_long: "The value of “{field}” is longer than {most, number} characters.",
    field_record: "The value of “{field}” must be names with text values.",
    field_tools: "The value of “{field}” must be tool names: one line, or a list.",
    field_many:
      "The value of “{field}” has more than {most} entries, or one that is longer than 200 characters.",
    name_form:
      "The name must be 1 to 64 lower-case letters, digits and single hyphens between them, as in my-skill.",
    name_other:
      "The skill is named “{name}”, but its folder is named “{folder}”. Give both the same name.",
    name_kept: "No skill may be called “{name}” here. Give it and its folder another name.",
    name_ours:
      "Docent has a skill of its own called “{name}”. Give this one another name, in its folder and in SKILL.md.",
    name_twice:
      "Another skill, {other}, is also called “{name}”, so neither is loaded. Remove one or rename it.",
    name_odd:
      "A file name in it leads elsewhere or contains characters no name may have: .., a backslash, a drive, a control character.",
    name_long: "The path of a file in it is too long.",
    link: "It contains, or is itself, a link that leads to a folder or out of its own. Put copies there instead.",
    not_regular:
      "It contains something that is neither a file nor a folder: a pipe, a socket or a device.",
    too_deep: "Its folders are nested deeper than {most} levels.",
    too_many_files: "It contains more than {most, number} files and folders.",
    too_large: "The file is larger than {kib, number} KiB.",
    too_large_in_all: "Its files are larger than {mib} MiB in total.",
    too_many_skills:
      "{count, plural, one {# more skill in this folder is} other {# more skills in this folder are}} not loaded: there are too many. Remove some.",
    zip_broken:
      "The zip cannot be read: it is damaged, encrypted, or of an unusual kind. Unpack it and put the folder here.",
    zip_tops:
      "A zip contains one skill: at its top is one folder, or SKILL.md itself. At the top of this one: {holds}.",
    changing: "The file changed while it was being read, or is not the one you accepted.",
    gone: "The file no longer exists.",
    unreadable: "The operating system does not let Docent read it ({reason}).",
    companion_unknown: "docent.yaml has no field “{field}”. It takes: {known}.",
    companion_tools: "“{field}” must be a list of tool ids.",
    companion_types:
      "“{field}” must be a list of task types: lower-case letters, digits and single underscores, as in check_docs.",
    companion_risk:
      "“{field}” must have a level (L0, L1 or L2) and a risk (safe, guarded, unsafe or unknown).",
    companion_inputs: "“{field}” must be a JSON Schema of type object.",
  },
  copy: {
    usage:
      "usage: npm run migrate -- --to DATABASE_URL\n  --to DATABASE_URL   an empty PostgreSQL database: postgres://name:password@host:port/database\n                      (leave the password out and set PGPASSWORD, so that it is in no list of processes)\n\nCopies the conversations, tasks, memory, traces and audit of the state folder (DOCENT_HOME) into the database, compares\nevery row, and changes nothing in the folder. Broken off, the same command goes on where it was.",
    copied: "{table}: {rows, plural, one {# row} other {# rows}} copied",
    compared: "{table}: {rows, plural, one {# row} other {# rows}} compared, the same",
    done: "Copied and compared: {tables} tables, {rows, plural, one {# row} other {# rows}}. Start Docent with this DATABASE_URL and the same DOCENT_HOME: files of tasks, saved web pages and settings stay in that folder.",
    audit_whole:
      "Audit: {rows, plural, one {# row} other {# rows}}, each link computed anew from the copied rows, and all of them stand.",
    audit_broken:
      "Audit: {places, plural, one {# place} other {# places}} of {rows} rows were changed before the copy, and were copied as they are. npm run doctor names them.",
    audit_none: "Audit: nothing recorded yet.",
    running:
      "Docent uses this state folder (process {pid}, {address}). Stop it, so that nothing is written while it is copied, and start this again.",
    no_source: "There is no {file} in {folder}, so there is nothing to copy. Set DOCENT_HOME.",
    source_behind:
      "{file} was written by an older version of Docent: its tables are at step {step} of {known}, or were not brought up to date whole. Start Docent once on it, stop it, and start this again. Nothing was changed.",
    not_empty:
      "The database holds rows already: {table} has {rows, plural, one {# row} other {{rows} rows or more}}. Copy into an empty database, so that nothing is mixed. Nothing was changed.",
    other_tables:
      "The database holds tables of another program, {table} for one. Copy into an empty database. Nothing was changed.",
    other_copy:
      "The database holds an unfinished copy of another state, or of this one before it was changed. Make an empty database and copy into that.",
    unfit:
      "PostgreSQL does not take a row of {table} between {from} and {to} ({code}). What was copied so far stays, and the file was not changed.",
    differs:
      "Row {row} of {table} is not the same in the copy. Do not use it: make an empty database and copy again.",
    counts:
      "{table} has {here} rows in the file and {there} in the copy. Do not use it: make an empty database and copy again.",
    audit:
      "The audit of the copy does not stand as that of the file does. Do not use it: make an empty database and copy again.",
    changed:
      "Another program wrote to {file} while it was copied, so the copy lacks something. Stop that program, make an empty database and copy again.",
  },
  error: {
    picture_place: "Name the document with from and its line with line, or leave out both.",
    closing: "The server is shutting down.",
    store_newer:
      "The database {file} was written by a newer version of Docent. Start that version, or set DOCENT_HOME to another folder. The file was not changed.",
    store_damaged:
      "The database {file} is damaged and was left untouched. Move it out of the state folder to start with an empty one, or put a good copy in its place.",
    store_locked:
      "The database {file} is in use by another program. Close that program and try again.",
    too_many_runs:
      "{most} questions are being answered, the most at once. Ask again when one of them is finished.",
    state_taken:
      "Another Docent uses this state folder (process {pid}, {address}). Use that one, stop it, or set DOCENT_HOME to another folder. If that process is another program, delete owner.json in the state folder.",
    store_rebuilt:
      "The database {file} was damaged. It is kept as {set_aside} in the state folder; {answers, plural, =0 {no answers} one {# answer} other {# answers}} could be recovered into a new one.",
    store_sqlite:
      "This SQLite is version {version}; versions below {floor} can lose data. Install the packages again with npm start.",
    store_full:
      "The disk with the database {file} is full. Free some space and try again; what was saved before is safe.",
    store_unusable:
      "The database {file} cannot be used. Check that the state folder exists, is writable and has free space; the log has the details.",
    database_unreachable:
      "The database cannot be reached. Check that PostgreSQL is running and that its address, name and password are right, then try again.",
    database_busy: "The database is busy. Try again in a moment.",
    database_newer:
      "The database was written by a newer version of Docent: its tables are at step {step}, and this version knows {known}. Start that version. Nothing was changed.",
    database_behind:
      "The database was written by an older version of Docent: its tables are at step {step} of {known}. Bring it up to date first. Nothing was changed.",
    database_full:
      "The database server has no room left. Free some space there and try again; what was saved before is safe.",
    database_read_only:
      "The database takes no changes: it is read-only. Use the server that takes them.",
    database_taken:
      "Another Docent program uses this database (process {pid} on {host}), and one of the two has to be alone with it, as a copy of a state has, a start that brings its tables up to date, or a server of an earlier version. Wait for that one or stop it, or name another database in DATABASE_URL.",
    database_other_servers:
      "Servers of another version use this database ({version}, process {pid} on {host}), and all of them must be of the same one. Stop those, or start this one in the same version.",
    database_replaced:
      "The other servers on this database had not heard of this one for so long that they took over its work. It stores nothing any more; start it again.",
    run_failed_elsewhere:
      "This question ended in a failure on another server, whose log says why. Ask it again.",
    database_refused:
      "The database server refused the name or the password in DATABASE_URL. Correct them and start Docent again.",
    database_address:
      "DATABASE_URL cannot be read as the address of a PostgreSQL database, postgres://name:password@host:port/database. Check it: special characters in the name and the password are written percent-encoded in UTF-8 (% as %25, @ as %40).",
    database_missing:
      "There is no database of the name in DATABASE_URL. Make it, or correct the name.",
    database_forbidden:
      "The role in DATABASE_URL may not make or use tables there. Make it the owner of the database, or grant it USAGE and CREATE on its schema.",
    database_copying:
      "The database holds an unfinished copy of a state folder. Start npm run migrate again, which brings it to its end, or use another database.",
    database_unknown:
      "The connection to the database was lost while this was being stored, and nobody knows whether it was. Look whether it is there before you do it again.",
    database_slow:
      "The database has not answered for {seconds, plural, one {# second} other {# seconds}}.",
    database_unusable: "The database cannot be used; the log has the details.",
    bad_cursor: "This cursor does not belong to this list. Ask for the first page without it.",
    body_not_json: "The request body is not valid JSON.",
    body_too_large: "The request body is larger than {limit} bytes.",
    content_type: "Send the body as Content-Type application/json.",
    invalid_field: "{path}: {problem}",
    unknown_field: "There is no field “{key}” here. Known: {known}.",
    host_not_allowed:
      "The request names the host “{host}”, which is not this server’s. Open it as http://{expected}.",
    origin_not_allowed:
      "The request comes from another web page ({origin}) and was refused. Use this server’s own page.",
    unauthorized:
      "This server needs its access token: sign in on its page, or send the header Authorization: Bearer with the token.",
    no_role:
      "You are signed in with your provider, but nobody has given you a role here. Ask an administrator of this Docent.",
    role_reader: "This takes the role reader, which you don’t have.",
    role_editor: "This takes the role editor, which you don’t have.",
    role_admin: "This takes the role administrator, which you don’t have.",
    token_scope:
      "The token that was sent may not do this. Use one with the scope “all”, or open the page in a browser.",
    sign_in_failed:
      "The sign-in could not be completed: it took too long, was begun in another browser, or what came back does not fit. Sign in again.",
    sign_in_away: "The provider that people sign in with does not answer. Try again in a moment.",
    rate_limited:
      "Too many attempts. Try again in {seconds, plural, one {# second} other {# seconds}}.",
    not_found: "There is nothing at this address.",
    no_such_answer: "This answer is not in this conversation. Open the conversation again.",
    thread_not_found: "There is no conversation with this id. It may have been deleted.",
    model_not_configured:
      "The model “{model}” is not set up. Use one of {names}, or add it in Settings under Language model.",
    no_model_to_name:
      "The model “{model}” can’t be used: no model is set up. Choose one in Settings under Language model.",
    model_for_quotes:
      "Quotations are not written by a model, so “{model}” can’t be used for them. Leave out one of the two.",
    trace_not_found:
      "There is no question or task with this trace id. Traces are kept for ninety days.",
    approval_not_found:
      "There is no approval with this id. It may have been deleted with its conversation.",
    approval_expired:
      "Nobody decided within ten minutes, so nothing was done. Make the call again to be asked again.",
    approval_withdrawn:
      "The question this call belonged to has ended, so nothing was done. Ask your question again to be asked again.",
    approval_hides:
      "Nobody was asked: what looks like a secret in this call contains spaces or characters that could continue as a command, and you must be able to see everything that would happen. Leave the secret out, or use a variable.",
    approval_decided:
      "This has already been decided, and a decision counts once. Make the call again to be asked again.",
    approval_choice: "“{decision}” can't be chosen here. Choose one of: {open}.",
    permission_not_found: "There is no permission with this id. It may already have been revoked.",
    arguments_not_canonical:
      "The arguments contain something JSON can’t express unambiguously, such as half a character. Nothing was done.",
    server_not_found:
      "There is no tool server with this name. GET /api/mcp/status lists all of them.",
    stream_not_found:
      "There is no stream of this conversation after this event. Streams are kept for a day; the answer is in the conversation.",
    method: "This address does not take {method}. It takes {allowed}.",
    idempotency_mismatch:
      "This Idempotency-Key was used with another request. Use a new key for a new question.",
    idempotency_key: "The Idempotency-Key must have 1 to 200 visible ASCII characters.",
    cancelled: "The request was cancelled.",
    server_unavailable: "The MCP server “{name}” did not start. Its row in Settings says why.",
    docs_unavailable:
      "The documents server is not responding, so this path can’t be checked now. Try again in a moment.",
    if_match: "Saving needs an If-Match header with the etag of the configuration that was read.",
    config_conflict:
      "The configuration has changed since you loaded it. Load it again and repeat the change.",
    config_invalid: "The configuration was not saved. {problem}",
    undo_nothing:
      "There is nothing to undo: nothing has been saved yet, or the file has been changed since.",
    skill_not_found: "There is no skill called “{name}”. GET /api/skills lists those that exist.",
    skill_file_not_found: "The skill “{skill}” has no file “{file}”.",
    skill_body: "Give either enabled (true or false) or accept (the hash that was shown).",
    skill_changed_since:
      "The skill “{name}” has changed since it was shown to you. Review it again before you accept it.",
    skill_is_invalid:
      "The skill “{name}” cannot be loaded, so there is nothing to accept: {problem}",
    skill_off: "The skill “{name}” is off. Turn it on in Tools and skills.",
    skill_unread:
      "The skill “{name}” is new or has changed, and hasn’t been accepted yet. Review it in Tools and skills.",
    skill_has_problem: "The skill “{name}” cannot be loaded: {problem}",
    root_not_found: "There is no folder with the id “{id}” in the configuration.",
    own_page_only:
      "This address looks outside your folders and works only from this server’s own page. Open Settings in the browser.",
    too_many_looks:
      "Folders were looked at too often. Try again in {seconds, plural, one {# second} other {# seconds}}.",
    allowed: "This path can be read.",
    unknown: "Something went wrong on the server. Its log has the details under this trace id.",
  },
  people: {
    forgotten_folder:
      "The folder “{label}” is kept for groups of people who sign in, but OIDC_ISSUER is not set, so that everybody would read it. Set OIDC_ISSUER and OIDC_CLIENT_ID in the environment, or take “groups” away from the folder.",
    forgotten_roles:
      "auth.roles names groups of people who sign in, but OIDC_ISSUER is not set, so that everybody would be let in with every right. Set OIDC_ISSUER and OIDC_CLIENT_ID in the environment, or empty auth.roles.",
    not_oneself: "You can’t do this to yourself. Another administrator can.",
    no_person: "There is nobody with this id.",
    no_token: "You have no token with this id. It may already have been deleted.",
    too_many_tokens: "You have {most} tokens, which is as many as there can be. Delete one first.",
    token_days: "A token can be good for {most, plural, one {# day} other {# days}} at most.",
  },
  model: {
    lists:
      "{host} answers and lists {count, plural, =0 {no models. Type a name, then test it} one {# model. Choose it, then test it} other {# models. Choose one, then test it}}.",
    answers:
      "{name} at {host} works and can call tools; the first word came after {ms, number} ms.",
    answers_in_words:
      "{name} at {host} answered after {ms, number} ms, but did not call a tool when told to. If it stays that way, choose the other option under Tool calls.",
    unfit:
      "{name} at {host} was reached, but its reply could not be used. Choose the other option under Tool calls, or another model.",
    failure: {
      off: "No model is set up. Choose one in Settings.",
      no_name: "No model name is set. Enter the model’s name in Settings.",
      no_address: "This provider has no default address. Enter the base URL in Settings.",
      no_folder: "No folder is set. Enter the whole path of the folder that the model is in.",
      no_key: "No API key found: {host} needs one. Set {variable} and restart Docent.",
      refused_key:
        "{host} refused the key, or needs one ({status}). Check {variable} and restart Docent.",
      spend:
        "{host} says this account has run out of money or quota ({status}). Check the account there; asking again will not help.",
      unknown_model:
        "{host} has no model “{name}”, or nothing at this base URL ({status}). It said: {said}",
      rejected: "{host} refused the request ({status}). It said: {said}",
      moved:
        "{host} redirects to another address. Docent talks only to the configured one; enter the final address as the base URL.",
      busy: "{host} is busy ({status}){seconds, plural, =0 {} other { and asks to wait # s}}. Ask again later.",
      server: "{host} failed ({status}). Ask again later.",
      unreachable:
        "{host} can’t be reached ({code}). Check the address, and that the server is running.",
      not_a_model: "{host} answers with a web page, not as a model. Check the base URL.",
      cut: "The reply of {host} broke off or could not be read.",
      too_large: "The reply of {host} was too large and was broken off.",
      stalled: "{host} sent nothing for {seconds} s.",
      too_slow: "{host} did not finish within {seconds} s.",
      vectors:
        "{host} answered, but not with one vector per text. Check that “{name}” is an embedding model and the base URL is right.",
      dimensions:
        "“{name}” at {host} gives vectors of length {got}, but {wanted} was expected. Set the dimensions to match in Settings.",
      onnx_package:
        "The package {of} isn’t installed, which runs models in a folder. In {place} type: {command}",
      onnx_file:
        "There is no {of}. Enter the whole path of a folder with model.onnx and tokenizer.json in it.",
      onnx_damaged: "{of} can’t be used; it may be damaged or incomplete. The runtime said: {said}",
      onnx_unfit:
        "The model in {folder} is no sentence encoder that works here: its {said} “{of}” is not what such models have. Choose another model.",
      onnx_memory:
        "The model in {folder} needs more memory than there is. Choose a smaller or a quantised one.",
    },
  },
  meaning: {
    no_card:
      "The table of word meanings has no description that this version can read ({file}). Until it is restored from the repository, documents are ranked and answers are chosen by their words only, and earlier questions aren’t found by meaning.",
    no_file:
      "The table of word meanings {file} is missing or can’t be read. Until it is restored from the repository, documents are ranked and answers are chosen by their words only, and earlier questions aren’t found by meaning.",
    damaged:
      "The table of word meanings {file} is damaged or from another version. Until it is restored from the repository, documents are ranked and answers are chosen by their words only, and earlier questions aren’t found by meaning.",
  },
  embedding: {
    answers:
      "{name} at {host} works; its vectors have length {dimensions}, and it took {ms, number} ms.",
    runs_here:
      "The model in {name} runs here; its vectors have length {dimensions}, and it took {ms, number} ms.",
    changed:
      "The provider, its address or the folders have changed since you agreed. Check the page again.",
    no_vectors:
      "Vectors can’t be used here, because sqlite-vec doesn’t work ({reason}). Install the packages again with npm install; until then, search uses words.",
    not_kept: "What is read for a single client is not saved, and neither are its vectors.",
    wrong_length:
      "The model now gives vectors of length {got}, but the saved ones have {wanted}. Delete the vectors in Settings, or set other dimensions.",
  },
  access: {
    drawing_refused: "This drawing can’t be shown: {reason}.",
    missing: "There is no such file in this folder. It may have been moved, renamed or deleted.",
    hidden:
      "The file is hidden, or in a hidden folder. To read it, turn on hidden files for this folder in Settings.",
    link_loop: "The path leads through links that go in a circle, so it never ends.",
    ambiguous: "Several folders contain a file with this path: {ids}. Name one of them as root.",
    unknown_root: "There is no folder with this id. The ids are: {ids}.",
    paused: "The folder “{label}” is paused. Resume it in Settings to read it.",
    all_paused: "All folders asked for are paused ({labels}). Resume one in Settings.",
    no_folder: "There is no folder “{label}” at this path. Check the spelling, or browse.",
    no_roots: "No folder is set up for reading. Add one in Settings or start with --root.",
    root: {
      missing: "The folder “{label}” is missing. Put it back, or correct its path in Settings.",
      unreadable:
        "The operating system does not let Docent read the folder “{label}”. Check its permissions.",
      emptied:
        "The folder “{label}” is empty and is not the one read before, as when a disk is not mounted. Mount the disk again; what was read is kept for ten minutes.",
      not_folder: "“{label}” is not a folder. Give the folder that contains the documents.",
      whole_disk: "“{label}” is a whole disk. Give the folders that contain documents instead.",
      denylisted:
        "The folder “{label}” is on the “Never read” list, which overrides every setting. Docent cannot read it.",
      outside_project:
        "The folder “{label}” is outside the project, and allow_outside_project is off. Turn it on to read it.",
      outside_client:
        "The folder “{label}” is outside the folders the client works in, and the server was started with --client-roots.",
    },
  },
  tool_root: {
    missing: "The tool folder “{id}” is missing. Create it, or name another one in {setting}.",
    unreadable:
      "The operating system does not let Docent into the tool folder “{id}”. Check its permissions.",
    not_folder: "“{id}” is not a folder. Name a folder in {setting}.",
    whole_disk: "“{id}” is a whole disk. Name a folder for tools to work in, in {setting}.",
    denylisted:
      "The tool folder “{id}” is on the “Never read” list, which overrides every setting. Name another one in {setting}.",
    overlap:
      "The tool folder “{id}” and the document folder “{label}” contain one another. Tools that write must never reach documents: move one of the two.",
    program:
      "The tool folder “{id}” contains Docent itself, its settings or its state, or is inside them. Tools never change those: name a folder beside them.",
    auto_run:
      "By its own name or that of a folder above it, the tool folder “{id}” contains files that other programs run or obey automatically. Name another one in {setting}.",
  },
  tool_path: {
    missing: "There is no such file or folder in the tool folders.",
    not_allowlisted:
      "The path is in none of the tool folders. Give a path inside one of them, relative or in full.",
    symlink_escape:
      "The path is, or goes through, a link that leads out of the tool folders. Tools follow no such link; put a copy inside.",
    through_nothing:
      "The path goes through a folder that does not exist and back out of it. Give the path without “..”.",
    file_as_folder:
      "The path ends like a folder’s, but it is a file. Give it without the / at its end.",
    invalid_path:
      "The path is empty, too long or of the wrong form. Give one path as it is on disk.",
    not_regular_file:
      "The path is a pipe, device, socket or broken link. Tools only use regular files and folders.",
    not_folder: "The path is a file, but a folder is needed here.",
    is_folder: "The path is a folder, but a file is needed here.",
    not_text: "The file is not text: {reason}. It has {size} bytes in total.",
    ambiguous: "Several tool folders contain this path: {ids}. Give the full path.",
  },
  tool_note: {
    empty_folder: "The folder is empty.",
    first_entries: "The first {shown} of {total} entries; next_page_cursor leads to the rest.",
    no_name: "No name here matches {pattern}.",
    first_paths: "The first {shown} of {total} paths; next_page_cursor leads to the rest.",
    empty_file: "The file is empty.",
    behind_end: "The offset is beyond the end of the file, which has {size} bytes.",
    goes_on: "Bytes {start} to {end} of {size}; call again with offset {end} for what follows.",
    no_line: "No line matches.",
    first_lines: "The first {shown} of {total} matching lines; next_page_cursor leads to the rest.",
    lines_cut:
      "There are more than {total} matching lines, the most that can be shown. Narrow the pattern, the glob or the folder.",
    time_cut:
      "The time ran out before everything was searched. What was found by then follows; name a folder further down, or a glob.",
    binary_files:
      "{count, plural, one {# matching file is} other {# matching files are}} not text and not shown: {names}",
    unread_files: "{count, plural, one {# file} other {# files}} could not be read.",
    bad_pattern: "The pattern is not a regular expression in RE2 syntax: {reason}.",
    pattern_large: "The pattern is too large. Use fewer repetitions, or several patterns.",
    entries_cut:
      "There are more than {total} entries, the most that can be listed. Name a folder further down.",
    unreadable_folders:
      "The operating system does not let Docent into {count, plural, one {# folder} other {# folders}}.",
    odd_names:
      "{count, plural, one {# entry is} other {# entries are}} left out with everything below, because the name is not valid UTF-8 and can’t be given to a tool.",
  },
  inspect: {
    home_folder:
      "This is your home folder or one above it: everything you write in Markdown anywhere would become readable. It’s better to add folders that contain only documents.",
    holds_state: "Docent’s own state folder is inside it and is never read.",
    same_folder: "This folder has already been added, as “{label}”.",
    inside_root:
      "It is inside “{label}”, which has already been added: its files would count twice.",
    holds_root:
      "It contains “{label}”, which has already been added: those files would count twice.",
    many_files:
      "It contains very many files. The first reading will take a while; a folder inside it may be enough.",
    no_files: "With these patterns, no file in it would become readable.",
    outside_project:
      "It is outside the project, and allow_outside_project is off, so it was not inspected and cannot be added.",
  },
  preview: {
    image_not_loaded: "image not loaded",
  },
  docs: {
    picture_not_named:
      "The document has no picture with this name on that line. Only pictures used in a document are shown.",
    http_ready:
      "The docs server is at {address}, for clients that send the access token. Press Ctrl-C to stop it.",
    http_needs_token: `With --http the docs server needs DOCENT_ACCESS_TOKEN, at least 128 random bits, which every client must send. Make one with: node -p 'require("crypto").randomBytes(32).toString("base64url")'`,
    http_client_roots:
      "--client-roots works only over stdio, where there is one client. Leave out one of the two.",
    http_port:
      "The docs server cannot listen on {host}:{port} ({reason}). Stop the program that uses this port, or choose another: --port N.",
    http_path: "There is nothing at this address. The docs server is at {path}.",
    http_token:
      "Send the access token of this server with every request: the header Authorization: Bearer, then the value of DOCENT_ACCESS_TOKEN.",
    http_session: "This session has ended, or never existed. Connect again.",
    http_busy: "Too many clients are connected. Disconnect one, then try again.",
    port_without_http: "--port needs --http: without it the docs server uses stdio.",
    bad_port: "--port is “{port}”, but must be a whole number from 0 to 65535.",
    no_prompt: "There is no prompt with this name. Available: {names}.",
    prompt_needs:
      "The prompt needs the argument “{argument}”, from 1 to {most, number} characters.",
    bad_resource:
      "This is not a document address. The form is {form}, with each name percent-encoded.",
    resource_too_large:
      "The document has {bytes, number} bytes; a resource may have at most {most, number}. Read the lines you need with docs_read.",
    resource_failed:
      "The document could not be read because of an error in the server. Its log on stderr has the reason.",
    unknown_option:
      "“{option}” is not an option of the docs server. Its options are --root DIR (any number of times), --client-roots, and --http with --port N.",
    client_apart:
      "This server may read {ours}; the client works in {theirs}. They have nothing in common, so nothing is read. Open a folder in the client that is inside one of these, or start the server without --client-roots.",
    client_without_folders:
      "This server may read {ours}, but only where the client works, and the client names no folder on this computer. So nothing is read. Open a folder in the client, or start the server without --client-roots.",
    client_silent:
      "This server may read {ours}, but only where the client works, and the client does not say where that is. So nothing is read. Start the server without --client-roots for this client.",
    root_needs_folder: "--root needs a folder: --root DIR.",
    bad_arguments: "The arguments do not match {tool}: {field}: {reason}.",
    tool_failed: "{tool} failed in the server. Its log on stderr has the reason.",
    not_text: "The file is not text: {reason}.",
    changed_between_pages:
      "The file has changed since its first page was read. Read it again from the start, without a cursor.",
    range_backwards:
      "line_end {end} comes before line_start {start}. Give the lines from first to last.",
    range_beyond:
      "The file has {total, plural, =0 {no lines} one {# line} other {# lines}}; line {start} is beyond its end.",
    bad_cursor:
      "This cursor did not come from docs_read. Use next_cursor as it was returned, or read from the start.",
  },
  step: {
    plan: "Split into {parts} questions",
    follow_up: "Understood as “{question}”",
    follows: "Searched by itself and after “{question}”",
    web_running: "Searching the web",
    web_done: "Searched the web: {results, plural, one {# page} other {# pages}} found",
    web_pages_running: "Reading web pages",
    web_pages_done: "Read {pages, plural, one {# web page} other {# web pages}}",
    search_running: "Searching for {words, plural, one {# word} other {# words}}",
    search_done:
      "Searched for {words, plural, one {# word} other {# words}} in {folders, plural, one {# folder} other {# folders}}",
    other_language: {
      en: "Searched in English too, the language of some of your documents",
      "zh-CN": "Searched in Chinese too, the language of some of your documents",
    },
    other_words: "Searched in other words too",
    searched_for: "Searched for {queries}",
    read_running: "Reading {files, plural, one {# file} other {# files}}",
    read_done: "Read {files, plural, one {# file} other {# files}}",
    verify_running: "Checking {quotes, plural, one {# quote} other {# quotes}} against the files",
    verify_done: "Checked {quotes, plural, one {# quote} other {# quotes}} against the files",
    refused: "Refused before anything was read",
    fallback: "The search agent failed; your documents were searched directly",
    model_running: "Writing with {model}",
    compacting: "Summarizing {turns, plural, one {# earlier turn} other {# earlier turns}}",
    compacted: "Summarized {turns, plural, one {# earlier turn} other {# earlier turns}}",
    compacting_failed: "Earlier turns could not be summarized; the latest are used as they are",
    model_done: "Written with {model}",
    agent_running: "The agent {agent} is working",
    agent_done: "The agent {agent} has finished",
    tool_running: "Calling {tool}",
    tool_done: "Called {tool}",
  },
  answer: {
    seen_in_picture: "seen by the model in the picture; no text in your documents says it",
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
    no_such_page: "There is no such saved page. It may have been deleted.",
    elsewhere:
      "“{host}” now redirects to “{other}”, which this button may not reach. Ask a question with the web again, and allow that host there.",
    test_off: "No web search is set up, so nothing was sent anywhere.",
    test_done:
      "{backend} returned {count, plural, =0 {no results} one {# result} other {# results}}.",
  },
  ask_web: {
    root: "Saved pages",
    search_failed: "The web was not searched: {reason} ({rule}).",
    nothing_found: "The web search found no page, so the answer comes from your folders only.",
    made_room:
      "{count, plural, one {# older saved page} other {# older saved pages}} that no answer cites {count, plural, one {was} other {were}} removed to make room.",
    not_read: "{count, plural, one {# web page} other {# web pages}} could not be read: {hosts}.",
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
    no_hit: "Your documents don’t answer this question.",
    no_hit_close: "None of the passages clearly answers this.",
    no_hit_missing:
      "Your documents don’t answer this question: {words} {count, plural, one {doesn’t} other {don’t}} appear in them.",
    no_hit_missing_close:
      "None of the passages clearly answers this. {words} {count, plural, one {doesn’t} other {don’t}} appear in your documents.",
    no_hit_named: "Your documents don’t answer this question and don’t mention {words}.",
    no_hit_named_close:
      "None of the passages clearly answers this. Your documents don’t mention {words}.",
    no_words:
      "This question has no word to search for. Use a name or a word that may be in your documents.",
    no_folders:
      "No folder is set up yet, so there is nothing to search. Add a folder with your documents.",
    not_indexed_yet:
      "Nothing was found yet, but only {ready, number} of {known, number} files can be searched so far. Ask again when the rest is indexed.",
    not_all_searchable:
      "Nothing was found, but a part of your folders cannot be searched at the moment ({ready, number} of {known, number} files can). Look at the folders in Settings, then ask again.",
    timeout:
      "The search ran out of time after {seconds} s, so it can’t say whether your documents have an answer. If this happens often, search fewer folders or raise MCP_TIMEOUT_MS.",
    unknown_folder:
      "This question names a folder that is not set up here: {ids}. Nothing was searched.",
    denied: "The search was refused under the rule {rule}. {reason}",
    denied_path:
      "This question asks for a file that may not be read, under the rule {rule}; nothing was opened or searched. {reason}",
    provider_unavailable:
      "The documents server ended or could not be reached, so nothing was searched. It is being started again; ask once more.",
    error: "The search failed, so there is no answer. The log has the details under this trace id.",
    withheld_changed:
      "A sentence was withheld: {path} has changed since it was searched, so its lines can’t be confirmed. Ask again.",
    withheld_too_long:
      "A sentence was withheld: its passage in {path} is unchanged but too long to check. Open it there.",
    too_long:
      "The closest passage, {path} lines {line_start}–{line_end}, is too long to quote. Open it and look there; shorter paragraphs can be quoted.",
    withheld_unsupported:
      "A sentence was withheld: it couldn’t be confirmed by the lines of {path}.",
    withheld_other_language:
      "A sentence was withheld: the lines of {path} are in another language, and their numbers, names and identifiers don’t support it. Read the lines.",
    withheld_no_source: "A sentence was withheld because it names no source.",
    model_missing: "The model found a part of your question unanswered in what it read.",
    model_missing_part: "The model found nothing in what it read on {words}.",
    withheld_steps: "Steps missing above: {steps}. {why}",
    model_silent:
      "The model read the passages that were found and says they contain no answer. Only the model says so: read the closest ones below, or ask for quotations.",
    model_cut: "The model broke off, so this answer is incomplete. Ask again for the rest.",
    tool_asks:
      "“{tool}” was not called: it needs your approval, and you can’t be asked here. Ask on the page.",
    tool_denied: "“{tool}” was not called: you refused it.",
    tool_expired: "“{tool}” was not called: nobody decided in time.",
    tool_level:
      "“{tool}” was not called: the agent’s permission does not go that far. It is a setting of the agent “primary”.",
    unverified_rest:
      "The rest of what the model wrote could not be checked against the files, so this answer is incomplete. Ask again.",
    unverified: "The quotes could not be checked against the files, so none is shown. Ask again.",
    step: {
      add_folder: "Add a folder",
      search_all_folders: "Search all folders",
      search_web: "Search the web too",
      did_you_mean: "Ask with “{words}”",
      rephrase: "Change the question",
      broaden: "Search without {words}",
      identifiers: "Search for “{words}”",
      open: "Open the closest passage",
      retry: "Ask again",
      folders: "Check the folders in Settings",
      denylist: "See what is never read",
      servers: "Check the servers in Settings",
    },
  },
  search: {
    engine: {
      down: "The search server in SEARCH_URL can’t be reached, so nothing was searched. Ask again when it is back; npm run doctor looks for it.",
      slow: "The search server in SEARCH_URL didn’t answer in time, so nothing was searched. Ask again in a moment.",
      busy: "The search server in SEARCH_URL has no room for more work now, so nothing was searched. Ask again in a moment.",
      partly:
        "The search server in SEARCH_URL doesn’t have all parts of its index at hand, so nothing was searched: a part could leave out the right lines. Ask again when its nodes are back.",
      refused:
        "The search server refused the name or the password in SEARCH_URL, so nothing was searched. Correct them and start Docent again.",
      gone: "The index on the search server is gone, so nothing was searched. It is made again from your folders; ask again in a while.",
      behind:
        "The index on the search server lacks {lacking, plural, one {# document} other {# documents}} of {all}, so nothing was searched. They are put there again; ask again in a while.",
      version:
        "The index {index} on the search server was made by another version of Docent, so nothing was searched. Give this server another name in SEARCH_INDEX, or delete that index.",
      not_taken:
        "The search server didn’t take part of your documents ({reason}), so they can’t be searched. They are put there again with the next question.",
      failed: "The search server failed ({reason}), so nothing was searched. Its log has more.",
    },
    signal: {
      words:
        "{found, number} of {all, plural, one {# word} other {# words}} {found, plural, one {appears} other {appear}} here or in the headings above: {words}.",
      synonym: "“{word}” stands for “{written}” and counts for less.",
      everyday:
        "“{word}” stands for “{written}”, an everyday word with the same meaning that no passage contains, and counts for less.",
      document:
        "The whole document contains {found, number} of {all, plural, one {# word} other {# words}} of the question, {count, plural, one {once} other {# times}} in total.",
      proximity_near:
        "{near, plural, one {Two words that are neighbours in the question are} other {# pairs of neighbouring words are}} close together here.",
      proximity_side:
        "{near, plural, one {Two words that are neighbours in the question are} other {# pairs of neighbouring words are}} side by side here.",
      proximity_both:
        "{near, plural, one {# pair} other {# pairs}} of neighbouring words are close together here, {side, number} of them side by side.",
      coverage:
        "{percent, plural, =100 {The whole question is} other {A part of the question is}} found here, rare words counting most.",
      similar_words_faint: "Some of its words are close in meaning to words of the question.",
      similar_words: "It says in its own words what the question asks: {pairs}.",
      embedding: "The embedding model finds it close to the question ({percent} % of the closest).",
      similar_text: "As a whole it is about what the question is about ({percent} % alike).",
      heading: "The heading above contains: {words}.",
      opening: "The document begins here, and its title contains: {words}.",
      named: "The document is named after what the question is about: {words}.",
      name: "The file’s name or title contains: {words}.",
      plain:
        "{found, number} of {all, plural, one {# word} other {# words}} {found, plural, one {appears} other {appear}} here: {words}.",
    },
    reason: {
      body_all: "Contains every word of your question: {words}.",
      body: "Contains {found, plural, one {one word} other {these words}} of your question: {words}. Not here: {missing}.",
      heading_all: "Is under a matching heading and contains every word of your question: {words}.",
      heading:
        "Is under a matching heading and contains {found, plural, one {one word} other {these words}} of your question: {words}. Not here: {missing}.",
      corrected: "“{written}” was read as “{read_as}”.",
      synonym: "By the folder’s synonyms, “{word}” is another word for “{written}”.",
      everyday:
        "In everyday language, “{word}” is another word for “{written}”, which does not appear.",
    },
    cut: {
      line_limit:
        "{count, plural, one {# line is} other {# lines are}} longer than 64 KiB and searched in the first 64 KiB only.",
      front_matter_limit:
        "Its front matter is not used, because it is not valid YAML or goes beyond the limits. The text below it is searched.",
      depth_limit:
        "Its lists or quotes are nested deeper than {levels} levels. Anything deeper is searched as plain text.",
      parse_limit: "Its Markdown could not be parsed, so it is searched as plain text.",
      synonym_line:
        "{count, plural, one {# list item is} other {# list items are}} no group of synonyms (lines {lines}). A group is two to {words} words or phrases on one line with = between them, each of at most {characters} characters; at most {groups} groups are used.",
      too_many_passages:
        "It has more than {limit, number} sections or passages. The ones behind these are not searched; split the file.",
    },
    parse_limit:
      "Reading it takes more time or memory than one file is allowed, so it is not searched. Simplify or split the file.",
    closed_folder:
      "The operating system does not let Docent open this folder, so nothing in it is searched. Check its permissions.",
    reader_down:
      "The part of Docent that reads documents does not start, so nothing new can be read. The log has the cause; restart Docent.",
    too_many_files:
      "The folder contains more files than max_files allows ({limit, number}); this one is not read.",
    unwatched:
      "The system does not report changes in the folder “{label}” ({reason}); Docent looks for them every few seconds.",
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
      "A sentence was withheld here. The document says ({count, plural, one {line} other {lines}} {lines}):",
    may_be: "Not sure. The closest lines:",
    may_be_part: "Not sure about “{question}”. The closest lines:",
    part: "Quoted from your documents on “{question}”, which the model said nothing about:",
    related: "Also on this:",
    nearest: "Closest passages, not an answer:",
    left_out: "… {count} more, not shown here",
    // What earlier exports say: read, and written no more.
    may_be_before:
      "These lines may answer your question. Docent can’t tell {places, plural, one {for sure} other {which of them do}}.",
    may_be_part_before:
      "These lines may answer “{question}”. Docent can’t tell {places, plural, one {for sure} other {which of them do}}.",
    instead_before:
      "In the place of a sentence that was withheld, the document says ({count, plural, one {line} other {lines}} {lines}):",
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
    pictures: "Pictures",
    held_in: "in {place}",
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
  // What earlier exports say: read, and written no more.
  earlier: {
    gap: {
      no_words:
        "This question holds no word that can be searched for. Ask with a name or a word that may stand in your documents.",
      no_hit: "Your documents do not say. No passage answers this question.",
      no_hit_close: "No passage answers this question for sure.",
      no_hit_missing:
        "Your documents do not say. None of them holds {count, plural, one {the word} other {the words}} {words}.",
      no_hit_missing_close:
        "No passage answers this question for sure. None of your documents holds {count, plural, one {the word} other {the words}} {words}.",
      no_hit_named: "Your documents do not say. Nothing in them is named {words}.",
      no_hit_named_close:
        "No passage answers this question for sure. Nothing in your documents is named {words}.",
      timeout:
        "The time ran out after {seconds} s, before the search was done. That is not enough to say that something is missing, so nothing is claimed. If it happens often, search fewer folders or raise MCP_TIMEOUT_MS.",
      error:
        "The search failed, so nothing is claimed. The log has the details under this trace id.",
      withheld_changed:
        "A sentence was withheld: {path} has changed since it was searched, so its lines could not be confirmed. Ask again.",
      withheld_too_long:
        "A sentence was withheld: the passage of {path} it stands in is unchanged but too long to be read back and compared. Open it there.",
      too_long:
        "The nearest passage, {path} lines {line_start}–{line_end}, is too long to be quoted. Open it and look there; shorter paragraphs can be quoted.",
      withheld_unsupported:
        "A sentence was withheld: the lines of {path} do not carry it closely enough.",
      withheld_unsupported_too: "A sentence was withheld: the lines of {path} don’t support it.",
      withheld_other_language:
        "A sentence was withheld: the lines of {path} are in another language. Only numbers, names and identifiers can be compared then, and these do not carry it. Read the lines.",
      withheld_no_source: "A sentence was withheld because it names no source.",
      model_silent:
        "The model read the passages that were found and says that they hold no answer. That is its word alone: read the nearest ones below, or ask for quotations.",
      model_cut: "The model broke off, so this answer is not whole. Ask again for the rest.",
      tool_asks:
        "“{tool}” was not called: a person has to allow it, and nobody can be asked here. Ask on the page.",
      tool_expired: "“{tool}” was not called: nobody decided about it in time.",
      unverified_rest:
        "What the model wrote further could not be checked against the files, so this answer is not whole. Ask again.",
    },
    notice: {
      search_fallback:
        "The model that chooses what is searched for failed, so your question was searched for in its own words.",
      searched_otherwise:
        "The model searched for {words} itself. What it says of that is in your documents, and may be no answer to what you asked.",
      searched_otherwise_too:
        "The model also searched for {words}. What it says about that is in your documents, but may not answer your question.",
      sub_agent_fallback:
        "The search agent failed, so the documents were asked directly. The answer may use fewer passages.",
      model_fallback: "{why} The answer is made of quotations of your documents.",
      model_quoted:
        "Nothing that the model wrote is shown: the answer is made of quotations of your documents.",
      model_other_language:
        "The model answered in another language than your documents. Words of two languages cannot be compared, so the answer is made of your documents’ own words.",
      other_language:
        "Some lines are in another language than this answer. Words of two languages cannot be compared: of the marked sentences only numbers, names and identifiers were. Read the lines beside them.",
      model_unborne:
        "Your documents bear out nothing that the model wrote, so the answer is made of their own words.",
      claims_left_out:
        "{count, plural, one {# more sentence} other {# more sentences}} of the answer {count, plural, one {is} other {are}} left out, because fewer were asked for.",
      context_cut:
        "{pieces, plural, one {# piece} other {# pieces}} of what was found did not fit into what the model is given, {letters, number} letters in all.",
      repeated:
        "The model was stopped because it called “{tool}” over and over for the same result.",
      searched: "The model was stopped because it searched for the same over and over.",
      length:
        "The model’s reply was cut at the greatest length of a reply, so what it wrote is not whole.",
      filtered: "The model’s provider cut the reply short, so what it wrote is not whole.",
      stuck: "The model was stopped because “{tool}” went on failing. Look at what was tried.",
    },
    why: {
      unset: "No model can be asked: none is configured, or its key is missing.",
      busy: "The model could not be reached, or had no time.",
      stalled: "The model fell silent and was left.",
      broken: "The model broke off or sent nothing that can be read.",
    },
    rule: {
      traversal: "The path climbs out of its folder with “..”. Give the path without it.",
      denylisted:
        "The path is on the denylist, which stands above every folder. It cannot be read through Docent.",
      not_a_picture:
        "This is no picture that may be shown: a PNG, JPEG, GIF or WebP file, or an SVG drawing without scripts and without references to other places.",
      dependency_folder:
        "The path lies in a folder of packages or of a build, such as node_modules, which is left out. Switch on “Read packages and builds” for its folder in Settings (include_dependencies) to read it.",
      too_many_files: "The folder holds more files than max_files allows; the rest is not read.",
      outside_project:
        "The folder lies outside the project and allow_outside_project is off. Switch it on to read it.",
    },
  },
  verify: {
    no_file: "{name} does not exist, or is not a readable file.",
    too_large: "{name} is larger than {most, number} MB, more than any exported conversation.",
    no_export:
      "This file contains no exported answer. Export a conversation from its page, or save the output of npm run ask -- --json.",
    too_many: {
      letters:
        "The file has more than {most, number} characters, more than any exported conversation.",
      line: "A line of the file has more than {most, number} characters, more than any exported conversation.",
      answers:
        "The file has more than {most, number} answers. Export fewer conversations per file.",
      sentences:
        "An answer in the file has more than {most, number} sentences, more than any answer.",
      sources: "An answer in the file has more than {most, number} sources, more than any answer.",
    },
    now_at: "→ {place}",
    support: {
      verbatim:
        "{count, plural, one {# sentence matches its lines} other {# sentences match their lines}} word for word",
    },
    reason: {
      no_marker: "without a source:",
      unknown_citation: "names a source that is not in the list:",
      citation_changed: "its lines are not what was cited:",
      too_long: "its lines are too long to compare:",
      altered: "its lines say almost this, but not this:",
      unsupported: "its lines do not say this:",
      heading: "its lines are not under this:",
    },
    lost: "{markers} does not support this:",
    not_checked:
      "{count, plural, one {# line} other {# lines}} not checked: the file had already changed when the answer was exported. Export again.",
    picture: "picture",
    holds: "All good: every source was found, and its lines support every sentence.",
    fails: "Not all of it holds: see above for what is wrong.",
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
      "Sentences were written by {model} or quoted; those not supported by their lines were left out.",
    lines: "lines {lines}",
    nothing: "Nothing was found that clearly answers this.",
    gaps: "Not found",
    contradictions: "Sources disagree",
    contradictions_said:
      "These sentences answer the same question differently. Docent does not decide which one is right.",
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
      "The page “{title}” on {host} is larger than the size limit; only its beginning was read.",
    no_text: "The page has no text that can be read without running its scripts.",
    left_sources:
      "{count, plural, one {# sentence was} other {# sentences were}} left out, because the report already had as many sources as it may cite.",
    left_changed:
      "{count, plural, one {# sentence was} other {# sentences were}} left out, because the lines behind {count, plural, one {it} other {them}} changed before the report was written.",
  },
  task: {
    answer_without_documents:
      "The step “{step}” may not search documents: it has no right to {tool}.",
    type_unknown:
      "There is no task type “{type}” here. GET /api/task-types lists those that can be started.",
    skill_disabled:
      "“{type}” belongs to the skill “{skill}”, which is off. Turn it on in Tools and skills, then start the task again.",
    skill_not_ready:
      "“{type}” belongs to the skill “{skill}”, which needs your review or can’t be loaded. Open it in Tools and skills first.",
    skill_gone:
      "The skill “{skill}” was turned off, changed or removed while the task was running, so the task was ended. Finished steps stay finished.",
    input: "The input of “{type}” is not valid: {problem}.",
    too_many:
      "{most, number} tasks are already waiting. Wait for some to finish, or cancel them, then start this one.",
    not_found: "There is no such task. It may have been deleted, or be past its retention time.",
    other_type: "The task to run again is of another type, “{type}”.",
    cancelled: "The task was cancelled.",
    refused: "You refused a call that this task needed, so it was stopped. That call was not made.",
    cancelled_acted:
      "The task was cancelled during a step that changes something, and it may already have done so. Check before you start it again.",
    over: "The task has ended already, as “{state}”.",
    interrupted:
      "Docent stopped during the step “{step}”, which changes something, and it may already have done so. Check first, then run the task again.",
    ends_program:
      "The step “{step}” was started {attempts, number} times, and each time Docent was stopped by force during it. The step may be the cause, so it is not started again automatically. Check the log and what the step works on, then run the task again.",
    input_not_kept:
      "The input contained a secret, which is not saved, so the task cannot continue after a restart. Start it again.",
    program_changed:
      "In this version of Docent the steps of this task type are different, so the task cannot continue. Start it again.",
    other_folders:
      "The task was started on other folders than Docent has now, so it cannot continue. Start it again on the folders you want.",
    roots_beside:
      "Another Docent (process {pid}) uses the state folder {home}, and a task on folders of its own (--root) needs it alone. Leave out --root, stop the other one, or set DOCENT_HOME to another folder for this task.",
    resumed: "Docent stopped during the step “{step}”; the step was started again.",
    replanned: "The step “{step}” failed, so the rest of the task was replanned once.",
    time_over: "The task used up its {seconds, number} seconds.",
    tokens_over: "The task used up its {tokens, number} tokens.",
    cost_over: "The task used up its cost limit of {cost, number}.",
    not_json: "The step “{step}” returned something that cannot be saved.",
    output_too_large:
      "The step “{step}” returned more than {mib, number} MiB. Large output belongs in a file.",
    output_missing: "The step needs the output of “{step}”, which is missing or has another form.",
    undeclared_effect:
      "The step “{step}” is declared to change nothing, so it may not call {tool}, which can.",
    model_failed: "The model {name} gave no usable reply.",
    no_model: "No model is set up, and this step needs one. Set one up in Settings.",
    failed: "The step “{step}” failed unexpectedly. The log has more.",
  },
  artifact: {
    name_empty: "A task file needs a name.",
    name_long: "“{name}” is longer than the {most, number} bytes a name may have.",
    name_folder: "“{name}” contains a folder. Task files are not in folders: give a plain name.",
    name_sign: "The name contains a character that not every system allows. Remove it.",
    name_device: "“{name}” is the name of a device on Windows. Give another.",
    name_ends:
      "“{name}” begins or ends with a dot or a space, which some systems drop or hide. Remove it.",
    taken:
      "Another step of this task already has a file called “{name}”, or one that differs only in case.",
    media_type: "“{type}” is not a media type. Give one like text/markdown.",
    too_large: "“{name}” is larger than the {mib, number} MiB a task file may have.",
    too_much: "The files of this task are larger than {mib, number} MiB in total.",
    too_many: "A task may have {most, number} files, and this one already has them.",
    disk_full:
      "The disk is full, so “{name}” could not be written; no part of it is left. Free some space, then run the task again.",
    not_written: "“{name}” could not be written: the system says {code}.",
    not_found: "The task has no file called “{name}”.",
    changed: "“{name}” is not as the task wrote it: it has been changed or deleted.",
  },
  notice: {
    index_building:
      "Your folders are still being indexed: {ready, number} of {known, number} files could be searched.",
    index_degraded:
      "A part of your folders cannot be searched at the moment: {ready, number} of {known, number} files could be.",
    sub_agent_fallback:
      "The search agent failed, so your documents were searched directly. The answer may use fewer passages.",
    search_fallback:
      "The model that plans the search failed, so your question was searched as you wrote it.",
    searched_otherwise: "The model also searched for {words}.",
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
    model_fallback: "{why} The answer quotes your documents instead.",
    model_cut: "{why} What is shown had been checked by then.",
    model_unchecked:
      "What the model wrote could not be checked against your files, so none of it is shown.",
    model_quoted: "Nothing the model wrote is shown: the answer quotes your documents instead.",
    other_language:
      "Some lines are in another language than this answer. In the marked sentences only numbers, names and identifiers could be compared. Read the lines beside them.",
    model_other_language:
      "The model answered in another language than your documents, so what it wrote can’t be compared word by word. The answer quotes your documents instead.",
    model_unborne:
      "Your documents support nothing the model wrote, so the answer quotes them instead.",
    claims_left_out:
      "{count, plural, one {# more sentence} other {# more sentences}} of the answer {count, plural, one {was} other {were}} left out, because fewer were requested.",
    context_cut:
      "{pieces, plural, one {# piece} other {# pieces}} of what was found ({letters, number} characters) did not fit into the model’s input.",
    why: {
      unset: "No model can be used: none is set up, or its key is missing.",
      refused: "The model’s provider refused the request.",
      busy: "The model could not be reached, or was busy.",
      stalled: "The model stopped responding.",
      broken: "The model broke off, or its reply could not be read.",
    },
    budget: {
      turns: "The model was stopped after {most, number} turns. What is shown was checked by then.",
      time: "The model was stopped after {seconds, number} seconds. What is shown was checked by then.",
      tokens: "The model was stopped at {most, number} tokens. What is shown was checked by then.",
      repeated: "The model was stopped because it kept calling “{tool}” with the same result.",
      searched: "The model was stopped because it kept searching for the same thing.",
      length: "The model’s reply reached the length limit, so what it wrote is incomplete.",
      filtered: "The model’s provider cut the reply short, so what it wrote is incomplete.",
      stuck: "The model was stopped because “{tool}” kept failing. Look at what it tried.",
    },
  },
  activity: {
    audit: {
      unbroken: "{rows, plural, one {# row} other {# rows}}, unbroken.",
      removed:
        "{rows, plural, one {# row} other {# rows}}, unbroken. {gone, plural, one {# older row} other {# older rows}}, up to {until}, were deleted at the end of their retention time.",
      broken:
        "{rows, plural, one {# row} other {# rows}}; the chain is broken in {places, plural, one {# place} other {# places}}. Keep a copy of docent.db as it is, and find out who else writes to it.",
      checking: "{rows, plural, one {# row} other {# rows}}; the chain is being checked.",
      empty: "Nothing is recorded yet.",
      unknown: "The chain could not be checked. The log says why.",
    },
    error: {
      span_not_found: "There is no such span in this trace. Open the trace again.",
      case_not_found: "This question is not kept as a case.",
      export_cut:
        "Rows were deleted at the end of their retention time while the audit was being exported, so the export is incomplete. Export it again.",
      series_too_long:
        "The chart would have more than {most, number} points. Ask for a shorter time or a longer step.",
      times_reversed: "The chart would end before it begins. Give a “from” that is before “to”.",
    },
    compacted: {
      done: "{rows, plural, one {# row} other {# rows}} past their retention time were deleted, and {size} was freed.",
      nothing: "Nothing was past its retention time.",
      busy: "Old rows are already being deleted. Check again in a moment.",
    },
    telemetry: {
      off: "Nothing is sent anywhere. Setting OTEL_EXPORTER_OTLP_ENDPOINT would turn it on.",
      on: "Times and counts of each question are sent to {host}, without the text of documents or questions.",
      on_content:
        "Times, counts, questions and answers are sent to {host}, because DOCENT_OTEL_CONTENT is 1.",
      failing:
        "{host} does not accept what is sent ({reason}). Docent does not wait for it; what it did not accept is not sent again.",
    },
    replay: {
      same: "Nothing is different: the same sentences from the same lines.",
      different:
        "{same, number} the same, {moved, number} moved, {changed, number} changed, {new, number} new, {gone, number} gone.",
      same_without: "Nothing is different: there was no answer then, and there is none now.",
      status: "The outcome was “{before}” then and is “{after}” now.",
      same_task: "Nothing is different: every step and every file came out the same.",
      different_task: "The task came out differently; see which step is the first.",
      no_trace: "Nothing is kept that could be run again.",
      not_stored: "It was asked without being saved, so there is no answer to compare with.",
      no_replies:
        "The model’s replies from then are not kept, so it can only be run with the live model.",
      no_task_replies:
        "The model’s replies from then are not all kept, so the task can’t be replayed.",
      no_model: "No model can be used now: {reason}",
      no_folder: "The folder “{folder}” searched then is no longer set up.",
      folders_unknown:
        "It is no longer known which folders were searched: that record was deleted at the end of its retention time.",
      other_folders:
        "The task ran on folders of its own (--root), and Docent has other folders now.",
      replies_short:
        "The model was asked more often than then, and there is no recorded reply for that, so this says little. Run it again with the live model.",
      replies_short_task:
        "The model was asked more often than then, and there is no recorded reply for that, so this says little.",
      facts:
        "It was understood with the {count, plural, one {fact} other {# facts}} of then, in the words of then.",
      saved_pages:
        "The web was not searched again: the pages read then were used as they are saved now.",
      pages_gone:
        "{pages, plural, one {# web page} other {# web pages}} read then {pages, plural, one {is} other {are}} no longer saved.",
      no_task_type: "No skill provides the task type “{type}” any more.",
      skill_off: "The skill of the task type “{type}” is off, or needs your review.",
      no_input: "Secrets in the input of the task were masked, so it can’t be run again.",
      not_ended: "The task has not ended yet.",
      reply_missing:
        "The model was asked more often than then; for that it got no reply, and the rest is unaffected.",
      replies_left: "The model was asked less often than then.",
      tool_gone: "The tool “{tool}” no longer exists; its recorded result was used.",
      stood_in:
        "{calls, plural, one {# call} other {# calls}} that would change something {calls, plural, one {was} other {were}} not repeated; the recorded results were used.",
      not_recorded:
        "It was not called then, so there is no recorded result, and it was not run now.",
      step: {
        status: "The outcome is different.",
        plan: "The question was understood differently: other words were searched for.",
        search: "The search found other lines, or the same ones in another order.",
        compose: "Other sentences were made from the same lines.",
        task_step: "The step “{step}” came out differently.",
      },
    },
  },
};
export default en;

/** The same tree with any sentences: what a catalogue must have. */
export type Messages = DeepStrings<typeof en>;
type DeepStrings<T> = { [K in keyof T]: T[K] extends string ? string : DeepStrings<T[K]> };
