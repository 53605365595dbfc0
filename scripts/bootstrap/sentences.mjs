/**
 * Every sentence the scripts write, in English and Simplified Chinese; the terminal's locale chooses. Functions take
 * what varies. A test compares the two.
 */
const en = {
  seconds: (s) => `${s} s`,
  still: (what, s) => `${what} … ${s} s so far`,
  nodeTooOld: (found) =>
    `Docent needs Node 20 or newer, and this is ${found}. Install a newer Node, then run the same command again.`,
  bringingNode: (wanted, found) =>
    `Docent needs Node 24, and this is ${found}. Installing Node ${wanted} for it`,
  broughtNode: (wanted) => `Node ${wanted} is installed`,
  nodeDoesNotRun: (wanted) =>
    `Node ${wanted} from the package registry does not run on this system. Install Node 24 or newer yourself, then run the same command again.`,
  docsNodeMissing: (found) =>
    `The docs server needs Node 24, and this is ${found}. Run “npm start” once in the Docent folder: it installs Node 24.`,
  docsPackagesMissing: () =>
    "Docent's packages are not installed: run “npm start” (or “npm ci”) once in the Docent folder.",
  docsNotStarted: (reason) => `The docs server could not be started: ${reason}`,
  docentUsage: () =>
    `docent [FOLDER …]   start Docent with these folders and open it in the browser
  --no-open          do not open the browser
  --version          print the version
docent ask "question"      one answer in the terminal
docent mcp --root DIR …    the docs server for an MCP client; with --http at an address
docent task, replay, verify, doctor, migrate   as npm run does them; PORT, HOST and DOCENT_HOME as in the handbook`,
  noSuchFolder: (folder) =>
    `There is no folder ${folder}. Check its name, then run the same command again.`,
  notAFolder: (folder) => `${folder} is not a folder. Name the folder that contains the documents.`,
  folderAdded: (label) => `Added “${label}”. Settings shows how much of it has been read.`,
  alreadyOpen: (address) => `Docent is already running: ${address}`,
  installing: () => "Installing the packages",
  installed: () => "The packages are installed",
  building: () => "Building the pages",
  built: () => "The pages are built",
  buildingServer: () => "Building the docs server",
  serverBuilt: () => "The docs server is built",
  packing: () => "Putting the package together",
  packed: () => "The package is in dist/",
  waiting: (pid) =>
    `Another start is installing or building (process ${pid}). Waiting for it to finish.`,
  inUse: (pid) =>
    `Docent is running from this folder (process ${pid}), and its files need updating. Stop it, then run the same command again.`,
  stateOwned: (pid, address) =>
    `Another Docent uses this state folder (process ${pid}, ${address}). Use that one, stop it, or set DOCENT_HOME to another folder. If that process is another program, delete owner.json in the state folder.`,
  noNpm: () =>
    "npm was not found beside Node or on PATH. Install it together with Node, then run the same command again.",
  noNetwork: () =>
    "The package registry cannot be reached. Check the network connection or the proxy, then run the same command again.",
  noSpace: () => "The disk is full. Free some space, then run the same command again.",
  noPermission: () =>
    "A file of the project can't be written. Check who owns the project folder, then run the same command again.",
  failed: (what, code) => `${what}: failed with code ${code}. Its last lines are above.`,
  portTaken: (port, host, start) =>
    `PORT ${port} is already taken on ${host}. Stop the program that uses it, or choose another: PORT=${Number(port) === 65535 ? 3000 : Number(port) + 1} ${start}`,
  portForbidden: (port, start) =>
    `This user can't listen on PORT ${port}. Choose one from 1024 up: PORT=3000 ${start}`,
  hostMissing: (host) => `HOST ${host} is not an address of this machine. Use 127.0.0.1.`,
  ready: (url, s) => `Docent is running at ${url} (ready in ${s} s). Press Ctrl-C to stop it.`,
  stopping: () => "Stopping Docent.",
  bringingBrowser: (from) => `No Chromium found: installing it with ${from}`,
  bringingCommands: (names) => `Installing with apt-get what the tools are tested with: ${names}`,
  withoutCommands: (names) => `Not installed: ${names}. The tests that need them are skipped.`,
  noBrowser: () =>
    "No Chromium was found and none could be installed. Install Chromium or Chrome so that it is on PATH, then run npm test again.",
  checking: { types: "Types", lint: "Lint", imports: "Import directions", dead: "Dead code" },
  clean: (what, s) => `${what}: clean (${s} s)`,
  unclean: (what) => `${what}: see above`,
  unknownCheck: (name, known) => `There is no check “${name}”. Known checks: ${known}.`,
  runningTests: () => "Running the tests of the rooms, contracts, flows and the architecture",
  runningBrowserTests: (browser) => `Running the tests in the browser (${browser})`,
  skippedList: () => "Skipped, and why:",
  noReason: () => "no reason given",
  failedList: () => "Failed:",
  noResults: (what) => `${what} ended without a result; this counts as one failure.`,
  failedWithoutTest: (what) =>
    `${what} calls its run a failure although no test failed; see its own output above.`,
  doctorMarks: { ok: "ok", note: "note", missed: "FAILED" },
  doctorAddress: () => "Address",
  doctorLocal: (address) => `${address}, this machine only`,
  doctorShared: (address, names) => `${address}, with an access token, as ${names}`,
  doctorRunning: () => "Server",
  doctorOwner: (pid, address) => `running as process ${pid}, ${address}`,
  doctorNobody: () => "not running",
  doctorState: () => "State folder",
  doctorPrivate: (folder) => `${folder}, only its owner can enter`,
  doctorOpen: (folder, mode) =>
    `${folder} can be entered by others (mode ${mode}): chmod 700 keeps them out`,
  doctorNotYet: (folder) => `${folder}, created at the first start`,
  doctorSettings: () => "Settings",
  doctorSettingsFrom: (file) => `in force; saved to ${file}`,
  doctorFolder: (id) => `Folder ${id}`,
  doctorReadable: (folder) => `${folder}, can be read`,
  doctorPaused: (folder) => `${folder}, paused`,
  doctorSynonyms: (id) => `Synonyms of ${id}`,
  doctorGroups: (count) => `${count} groups in synonyms.md`,
  doctorNoGroups: (count, lines) => `${count} groups in synonyms.md; no group: lines ${lines}`,
  doctorNoFolder: () => "none, so nothing can be read",
  doctorToolFolder: (id) => `Tool folder ${id}`,
  doctorToBeMade: (folder) => `${folder}, created at first use`,
  doctorCommand: (name) => `Command ${name}`,
  doctorByItself: () => "not found, or too old; the tools work without it",
  doctorNoBash: () => "not found: the tool bash stays off",
  doctorNoSandbox: () => "not found, or older than 0.8: without a sandbox the tool bash stays off",
  doctorSandbox: () => "Sandbox for commands",
  doctorSandboxWorks: () => "started and tried: it works",
  doctorCodeSandbox: (id) => `Sandbox for code, ${id}`,
  doctorCodeProven: (ran, around) =>
    `tested with a program in each, which could reach nothing outside: ${ran}${around ? `; isolated once more by ${around}` : "; no second isolation around it"}`,
  doctorOutside: () => "Folders outside the project",
  doctorAllowed: () => "allowed",
  doctorForbidden: () => "not allowed",
  doctorEmbedding: () => "Embedding model",
  doctorNoEmbedding: () => "none: passages are found by their words",
  doctorEmbeddingAt: (name, host, agreed) =>
    `${name} at ${host}; ${agreed ? "you agreed to send text there" : "not agreed to yet, so nothing is sent"}`,
  doctorEmbeddingHere: (folder) => `the model in ${folder}, on this machine: nothing is sent`,
  doctorNoVectors: (reason) =>
    `vectors can’t be used, because sqlite-vec doesn’t work (${reason}); passages are found by their words`,
  doctorDenylist: () => "Denylist",
  doctorEntries: (builtIn, added) => `${builtIn} built-in entries, ${added} from your settings`,
  doctorFloor: (version, floor) => `${version}, at least ${floor}`,
  doctorBelow: (version, floor) =>
    `${version} is below ${floor}: run npm start to install it again`,
  doctorAbsent: () => "not installed: run npm start",
  doctorFrontMatter: () => "gray-matter",
  doctorNoFrontMatter: () => "not installed, as it should be",
  doctorHasFrontMatter: () => "in the lockfile, but must not be: it runs code from documents",
  doctorSearch: () => "Index",
  doctorSearchHere: () => "in Docent itself",
  doctorSearchAt: (nodes, documents) =>
    `OpenSearch, ${nodes} ${nodes === 1 ? "node" : "nodes"}, ${documents} ${documents === 1 ? "document" : "documents"}`,
  doctorSearchYellow: () => "some copies are missing: one more lost node could stop it",
  doctorSearchRed: () => "parts of the index are missing",
  doctorPeople: () => "Sign-in",
  doctorPeopleNone: () => "nobody signs in: there is one person",
  doctorPeopleAt: (issuer) => `people sign in at ${issuer}, which answers`,
  doctorPeopleAddress: () => "Address for people",
  doctorPeoplePlain: (address) =>
    `${address}: without https the session of a person can be read on the way`,
  doctorRoles: () => "Roles",
  doctorRolesOf: (admin, editor, reader) =>
    `administrators: ${admin}; editors: ${editor || "no group"}; readers: ${reader || "no group"}`,
  doctorNoAdmin: () =>
    "no group has the role of administrator, so nobody can change settings on the page: set auth.roles.admin",
  doctorDatabase: () => "Database",
  doctorDatabaseFile: () => "SQLite, docent.db in the state folder",
  doctorDatabaseAt: (is, step, known) => `${is}, reached; tables at step ${step} of ${known}`,
  doctorDatabaseFree: () => "no server uses it",
  doctorDatabaseUsed: (pid, host) => `used by the server with process ${pid} on ${host}`,
  doctorDatabaseBehind: (is, step, known) =>
    `${is}, reached; tables at step ${step} of ${known}: the next start brings them up to date`,
  doctorDatabaseNewer: (is, step, known) =>
    `${is}, reached; tables at step ${step}, and this version knows ${known}: start the newer version`,
  doctorAudit: () => "Audit",
  doctorAuditNone: () => "nothing recorded yet",
  doctorAuditWhole: (rows) => `${rows} rows, unchanged since they were written`,
  doctorAuditChanged: (row) =>
    `${row} is not what was written: keep a copy of the database as it is`,
  doctorAuditDeleted: (row) =>
    `${row}, or a row before it, was deleted: keep a copy of the database as it is`,
  doctorAuditAdded: (row) =>
    `${row} was added by another program: keep a copy of the database as it is`,
  doctorAuditSwapped: (row) =>
    `${row} was swapped with another row: keep a copy of the database as it is`,
  doctorAuditCut: (row) =>
    `the rows after ${row} were deleted: keep a copy of the database as it is`,
  doctorAuditMore: (count) => `; and ${count} more places`,
  doctorAuditRemoved: (rows, until) =>
    `; ${rows} older rows, up to ${until}, were deleted at the end of their retention time`,
  auditFileUsage: () => "Name the file: npm run doctor -- --audit FILE",
  auditFileNone: (file) => `${file} cannot be read. Check its name.`,
  auditFileForeign: (file, line) =>
    `${file} is not an audit export: line ${line} does not belong in one.`,
  auditFileWhole: (rows, at) => `${rows} rows, unbroken, as they were exported on ${at}.`,
  auditFileBroken: (count) => `The export was changed after it was written. Places: ${count}`,
  auditFilePlace: (line, row, what) =>
    `line ${line}  ${row}  ${
      {
        changed: "was changed",
        deleted: "or a row before it was deleted",
        added: "was added",
        swapped: "was swapped with another row",
        cut: "is the last: the rows after it were cut off",
      }[what]
    }`,
  auditFileMore: (count) => `… and ${count} more`,
  doctorAuditUnread: (code) => `docent.db cannot be read now (${code})`,
  doctorWell: () => "All checks passed.",
  doctorUnwell: (count) => `Failed: ${count}. See above for what to do.`,
};

/** @type {typeof en} */
const zhCN = {
  seconds: (s) => `${s} 秒`,
  still: (what, s) => `${what}……已 ${s} 秒`,
  nodeTooOld: (found) =>
    `Docent 需要 Node 20 或更新版本，而这是 ${found}。请安装更新的 Node，然后再次运行同一命令。`,
  bringingNode: (wanted, found) =>
    `Docent 需要 Node 24，而这是 ${found}。正在为它安装 Node ${wanted}`,
  broughtNode: (wanted) => `Node ${wanted} 已安装`,
  nodeDoesNotRun: (wanted) =>
    `软件包仓库中的 Node ${wanted} 无法在本系统上运行。请手动安装 Node 24 或更新版本，然后再次运行同一命令。`,
  docsNodeMissing: (found) =>
    `文档服务器需要 Node 24，而这里是 ${found}：请在 Docent 文件夹里运行一次“npm start”，它会安装 Node 24。`,
  docsPackagesMissing: () =>
    "Docent 的软件包还没有安装：请在 Docent 文件夹里运行一次“npm start”（或“npm ci”）。",
  docsNotStarted: (reason) => `文档服务器无法启动：${reason}`,
  docentUsage: () =>
    `docent [文件夹 …]    用这些文件夹启动 Docent，并在浏览器中打开
  --no-open          启动但不打开浏览器
  --version          显示版本
docent ask "问题"          在终端里回答一个问题
docent mcp --root DIR …    供 MCP 客户端使用的文档服务器；加 --http 则有一个地址
docent task、replay、verify、doctor、migrate   与 npm run 相同；PORT、HOST 和 DOCENT_HOME 见手册`,
  noSuchFolder: (folder) => `没有文件夹 ${folder}。请检查名称，然后再次运行同一命令。`,
  notAFolder: (folder) => `${folder} 不是文件夹。请给出存放文档的文件夹。`,
  folderAdded: (label) => `已添加“${label}”。设置里可以看到它读取了多少。`,
  alreadyOpen: (address) => `Docent 已在运行：${address}`,
  installing: () => "正在安装软件包",
  installed: () => "软件包已安装",
  building: () => "正在构建页面",
  built: () => "页面已构建",
  buildingServer: () => "正在构建文档服务器",
  serverBuilt: () => "文档服务器已构建",
  packing: () => "正在准备软件包",
  packed: () => "软件包内容在 dist/ 中",
  waiting: (pid) => `另一个启动正在安装或构建（进程 ${pid}）：正在等待`,
  inUse: (pid) =>
    `Docent 正从这个文件夹运行（进程 ${pid}），而它的文件需要更新。请先停止它，然后再次运行同一命令。`,
  stateOwned: (pid, address) =>
    `另一个 Docent 正在使用这个状态文件夹（进程 ${pid}，${address}）。请使用它、停止它，或把 DOCENT_HOME 设为另一个文件夹。如果那个进程是别的程序，请删除状态文件夹里的 owner.json。`,
  noNpm: () => "在 Node 旁边和 PATH 中都没有找到 npm。请与 Node 一起安装，然后再次运行同一命令。",
  noNetwork: () => "无法连接软件包仓库。请检查网络连接或代理，然后再次运行同一命令。",
  noSpace: () => "磁盘已满。请腾出空间，然后再次运行同一命令。",
  noPermission: () => "项目中有文件不能写入。请检查项目文件夹的所有者，然后再次运行同一命令。",
  failed: (what, code) => `${what}：以代码 ${code} 结束。它最后输出的几行见上方。`,
  portTaken: (port, host, start) =>
    `${host} 上的 PORT ${port} 已被占用。请停止占用它的程序，或另选一个：PORT=${Number(port) === 65535 ? 3000 : Number(port) + 1} ${start}`,
  portForbidden: (port, start) =>
    `当前用户不能使用 PORT ${port}。请选择 1024 以上的端口：PORT=3000 ${start}`,
  hostMissing: (host) => `HOST ${host} 不是本机地址。请使用 127.0.0.1。`,
  ready: (url, s) => `Docent 正在运行：${url}（${s} 秒后就绪）。按 Ctrl-C 停止。`,
  stopping: () => "正在停止 Docent。",
  bringingBrowser: (from) => `没有找到 Chromium：正在用 ${from} 安装`,
  bringingCommands: (names) => `正在用 apt-get 安装测试工具所需的命令：${names}`,
  withoutCommands: (names) => `未能安装：${names}。需要它们的测试会跳过。`,
  noBrowser: () =>
    "没有找到 Chromium，也无法安装。请安装 Chromium 或 Chrome 并确保它在 PATH 中，然后再次运行 npm test。",
  checking: { types: "类型", lint: "代码规范", imports: "导入方向", dead: "无用代码" },
  clean: (what, s) => `${what}：无问题（${s} 秒）`,
  unclean: (what) => `${what}：见上方`,
  unknownCheck: (name, known) => `没有名为 “${name}” 的检查。可用的检查：${known}。`,
  runningTests: () => "正在运行各模块、契约、流程和架构的测试",
  runningBrowserTests: (browser) => `正在浏览器中运行测试（${browser}）`,
  skippedList: () => "跳过的测试及原因：",
  noReason: () => "没有给出原因",
  failedList: () => "失败的测试：",
  noResults: (what) => `${what} 结束时没有结果；计为一次失败。`,
  failedWithoutTest: (what) => `${what} 认为这次运行失败，但没有测试失败；见上面它自己的输出。`,
  doctorMarks: { ok: "正常", note: "注意", missed: "不合格" },
  doctorAddress: () => "地址",
  doctorLocal: (address) => `${address}，只限本机`,
  doctorShared: (address, names) => `${address}，需要访问令牌，名称为 ${names}`,
  doctorRunning: () => "服务器",
  doctorOwner: (pid, address) => `正在运行，进程 ${pid}，${address}`,
  doctorNobody: () => "没有运行",
  doctorState: () => "状态文件夹",
  doctorPrivate: (folder) => `${folder}，只有所有者能进入`,
  doctorOpen: (folder, mode) => `其他人可以进入 ${folder}（权限 ${mode}）：用 chmod 700 可以禁止`,
  doctorNotYet: (folder) => `${folder}，第一次启动时创建`,
  doctorSettings: () => "设置",
  doctorSettingsFrom: (file) => `已生效；保存到 ${file}`,
  doctorFolder: (id) => `文件夹 ${id}`,
  doctorReadable: (folder) => `${folder}，可以读取`,
  doctorPaused: (folder) => `${folder}，已暂停`,
  doctorSynonyms: (id) => `${id} 的同义词`,
  doctorGroups: (count) => `synonyms.md 中有 ${count} 组`,
  doctorNoGroups: (count, lines) => `synonyms.md 中有 ${count} 组；第 ${lines} 行不是词组`,
  doctorNoFolder: () => "没有：什么都不能读取",
  doctorToolFolder: (id) => `工具文件夹 ${id}`,
  doctorToBeMade: (folder) => `${folder}，首次使用时创建`,
  doctorCommand: (name) => `命令 ${name}`,
  doctorByItself: () => "没有找到，或版本太旧；工具没有它也能工作",
  doctorNoBash: () => "没有找到：bash 工具保持关闭",
  doctorNoSandbox: () => "没有找到，或早于 0.8：没有沙箱，bash 工具保持关闭",
  doctorSandbox: () => "命令的沙箱",
  doctorSandboxWorks: () => "已建立并试过：有效",
  doctorCodeSandbox: (id) => `代码的沙箱 ${id}`,
  doctorCodeProven: (ran, around) =>
    `每种语言都运行过一个程序，接触不到外面的任何东西：${ran}；${around ? `外层还有 ${around} 隔离` : "没有第二层隔离"}`,
  doctorOutside: () => "项目以外的文件夹",
  doctorAllowed: () => "允许",
  doctorForbidden: () => "不允许",
  doctorEmbedding: () => "嵌入模型",
  doctorNoEmbedding: () => "没有：段落按词查找",
  doctorEmbeddingAt: (name, host, agreed) =>
    `${host} 上的 ${name}；${agreed ? "你已同意向那里发送文字" : "你还没有同意，什么也不发送"}`,
  doctorEmbeddingHere: (folder) => `${folder} 中的模型，在这台机器上：什么也不发送`,
  doctorNoVectors: (reason) => `无法使用向量，因为 sqlite-vec 不能工作（${reason}）；段落按词查找`,
  doctorDenylist: () => "禁读清单",
  doctorEntries: (builtIn, added) => `内置 ${builtIn} 项，设置中 ${added} 项`,
  doctorFloor: (version, floor) => `${version}，要求至少 ${floor}`,
  doctorBelow: (version, floor) => `${version} 低于 ${floor}：请运行 npm start 重新安装`,
  doctorAbsent: () => "没有安装：请运行 npm start",
  doctorFrontMatter: () => "gray-matter",
  doctorNoFrontMatter: () => "没有安装，应当如此",
  doctorHasFrontMatter: () => "出现在锁文件里：它会运行文档中的代码",
  doctorSearch: () => "索引",
  doctorSearchHere: () => "在 Docent 自己里面",
  doctorSearchAt: (nodes, documents) => `OpenSearch，${nodes} 个节点，${documents} 个文档`,
  doctorSearchYellow: () => "缺少一些副本：再失去一个节点就可能停止",
  doctorSearchRed: () => "索引缺少一部分",
  doctorPeople: () => "登录",
  doctorPeopleNone: () => "无需登录：只有一个人使用",
  doctorPeopleAt: (issuer) => `人们在 ${issuer} 登录，它有响应`,
  doctorPeopleAddress: () => "供人访问的地址",
  doctorPeoplePlain: (address) => `${address}：没有 https，会话可能在途中被读取`,
  doctorRoles: () => "角色",
  doctorRolesOf: (admin, editor, reader) =>
    `管理员：${admin}；编辑者：${editor || "没有组"}；读者：${reader || "没有组"}`,
  doctorNoAdmin: () =>
    "没有组具有管理员角色，因此没有人能在页面上更改设置：请设置 auth.roles.admin",
  doctorDatabase: () => "数据库",
  doctorDatabaseFile: () => "SQLite，状态文件夹中的 docent.db",
  doctorDatabaseAt: (is, step, known) => `${is}，可以连接；表处于第 ${step} 步，共 ${known} 步`,
  doctorDatabaseFree: () => "没有服务器在使用",
  doctorDatabaseUsed: (pid, host) => `正由 ${host} 上进程 ${pid} 的服务器使用`,
  doctorDatabaseBehind: (is, step, known) =>
    `${is}，可以连接；表处于第 ${step} 步，共 ${known} 步：下次启动时会更新`,
  doctorDatabaseNewer: (is, step, known) =>
    `${is}，可以连接；表处于第 ${step} 步，而当前版本只知道 ${known} 步：请启动更新的版本`,
  doctorAudit: () => "审计",
  doctorAuditNone: () => "还没有记录",
  doctorAuditWhole: (rows) => `${rows} 行，与写入时一致`,
  doctorAuditChanged: (row) => `${row} 与写入时不同：请原样保留一份数据库`,
  doctorAuditDeleted: (row) => `${row} 或它之前的一行被删除：请原样保留一份数据库`,
  doctorAuditAdded: (row) => `${row} 是别的程序加进来的：请原样保留一份数据库`,
  doctorAuditSwapped: (row) => `${row} 与另一行调换了位置：请原样保留一份数据库`,
  doctorAuditCut: (row) => `${row} 之后的内容被删除：请原样保留一份数据库`,
  doctorAuditMore: (count) => `；后面还有 ${count} 处`,
  doctorAuditRemoved: (rows, until) => `；更早的 ${rows} 行（截至 ${until}）已过保存期限并删除`,
  auditFileUsage: () => "请指定文件：npm run doctor -- --audit 文件",
  auditFileNone: (file) => `无法读取 ${file}。请检查文件名。`,
  auditFileForeign: (file, line) => `${file} 不是导出的审计记录：第 ${line} 行不属于这种文件。`,
  auditFileWhole: (rows, at) => `${rows} 行，完好无缺，与 ${at} 导出时一致。`,
  auditFileBroken: (count) => `导出的文件与写入时不同，共 ${count} 处`,
  auditFilePlace: (line, row, what) =>
    `第 ${line} 行  ${row}  ${
      {
        changed: "被改动",
        deleted: "或它之前的一行被删除",
        added: "是后来加进来的",
        swapped: "与另一行调换了位置",
        cut: "是最后一行：它之后的内容被截去",
      }[what]
    }`,
  auditFileMore: (count) => `……另有 ${count} 处`,
  doctorAuditUnread: (code) => `现在无法读取 docent.db（${code}）`,
  doctorWell: () => "全部检查通过。",
  doctorUnwell: (count) => `不合格：${count} 项。处理办法见上方。`,
};

export const catalogues = { en, "zh-CN": zhCN };

const { LC_ALL, LC_MESSAGES, LANG } = process.env;
/** @type {"en" | "zh-CN"} */
export const lang = /^zh/i.test(LC_ALL || LC_MESSAGES || LANG || "") ? "zh-CN" : "en";
export const sentences = catalogues[lang];
