import type { Messages } from "./en.ts";

const zhCN: Messages = {
  rule: {
    not_allowlisted:
      "这个路径不在 Docent 现在可以读取的任何文件夹里。如果应该读取，请在设置里添加它所在的文件夹；如果文件夹已暂停，请在那里恢复。",
    traversal: "路径用 “..” 越出了所在的文件夹。请给出不含 “..” 的路径。",
    symlink_escape: "这个路径是指向文件夹之外的链接。请把副本放进文件夹，或添加它指向的文件夹。",
    denylisted: "这个路径在拒绝名单上，拒绝名单高于一切文件夹设置，不能通过 Docent 读取。",
    invalid_path:
      "路径为空、过长、形式不对，或同时符合多个文件夹。请给出一个完整路径，或指明文件夹。",
    not_regular_file: "这个路径是文件夹、管道、设备或套接字。只读取普通文件。",
    not_a_document: "这个文件不符合文档匹配模式（doc_file_patterns）。",
    dependency_folder:
      "这个路径在依赖包或构建产物的文件夹里（如 node_modules），默认不读取。要读取它，请在设置里为它所在的文件夹打开“读取依赖包和构建产物”（include_dependencies）。",
    too_large: "文件超过了 max_file_bytes 允许的大小。",
    too_many_files: "文件夹里的文件数超过了 max_files，其余文件没有读取。",
    path_changed: "打开文件时，这个名字下的文件发生了变化。请再问一次。",
    unreadable: "操作系统不允许 Docent 读取。请检查它是否存在以及它的权限。",
    outside_scope: "这个文件夹不在本次提问可以搜索的范围内。",
    outside_project: "文件夹在项目之外，而 allow_outside_project 已关闭。打开它才能读取。",
    not_text: "这个文件不是文本。如果它是文档，请另存为 UTF-8。",
  },
  tool_write: {
    done: {
      created: "已写入 {bytes} 字节到新文件 {path}。",
      overwrite: "已写入 {bytes} 字节到 {path}，取代了原有内容。",
      append: "已在 {path} 末尾追加 {bytes} 字节。",
      edit: "已在 {path} 中替换 {count} 处。",
    },
    auto_run: "这个名称的文件会被其他程序自动运行或遵从，所以工具不写它。请自己修改。",
    elsewhere: "文件只写在工具的第一个文件夹里，其余的只能读。请给出第一个文件夹里的路径。",
    name: {
      backslash:
        "路径里有一个名称含反斜杠：它在其他系统上分隔文件夹，在这里却会成为名称的一部分。请用 / 分隔文件夹。",
      control: "路径里有一个名称含换行或其他控制字符。请给出能写在一行里的名称。",
      unseen: "路径里要新建的名称以空格开头或结尾，或含看不见的字符。请去掉它们。",
      place: "“{name}”在这里不代表任何位置，只会成为同名的文件夹。请给出相对于工作区的路径。",
    },
    names_folder: "这个路径的结尾是文件夹的写法。请给出文件的路径。",
    missing: "没有可以编辑的这个文件。请先列出文件夹，或用 write 新建文件。",
    hard_link: "这个文件在别处还有一个名称（硬链接），在这里修改会使两者分开。请复制一份再修改。",
    protected: "这个文件对所有人都是只读的。如果确实要改，请先解除写保护。",
    too_large: "文件超过或将会超过工具可写的 {mib} MiB。",
    not_text: "这个文件不是文本，所以不编辑也不覆盖。请换一个名称。",
    broken_encoding:
      "文件里有些字节不是有效的 {encoding}，写回时会丢失。请先在编辑器里存为 UTF-8。",
    cannot_hold:
      "文件的编码是 {encoding}，其中没有“{character}”。请去掉它，或写一个新文件（UTF-8）。",
    read_otherwise:
      "按文件的编码 {encoding} 写下的新文本会被读成别的内容。请写一个新文件（UTF-8）。",
    nul: "“{name}”里有 NUL 字符，文本文件里不会有它。请去掉。",
    stale: "文件不是 expected_sha256 所指的那个：它已改变，或不存在。请重新读取。",
    not_as_shown: "这项修改展示之后文件又变了，所以什么也没有写。请重新调用，再看一次。",
    file_changed: "写入期间文件变了，所以保持原样。请读取后重新调用。",
    folder_changed: "写入期间文件夹被移动或替换，所以什么也没有写。请重新调用。",
    not_let: "系统不允许 Docent 写到那里（{code}）。什么也没有改变。",
    disk_full: "磁盘已满。什么也没有改变；请腾出空间后重新调用。",
    same: "find 和 replace 是同样的文本，不会有任何改变。",
    ambiguous: "find 在文件里出现 {count} 次，在第 {lines} 行。请多给一些上下文，或设置 all。",
    more_than:
      "find 在文件里出现超过 {count} 次，最先在第 {lines} 行。请多给一些上下文，或设置 all。",
    too_many: "find 在文件里出现超过 {most} 次，超出一次调用能替换的数量。请多给一些上下文。",
    no_match: "文件里没有 find 的文本。{near}",
    near: {
      none: "请读取文件，从中复制文本。",
      line_ends: "第 {line} 行有它，但换行符不同。请用 LF。",
      white_space: "第 {line} 行只有空白不同：{text}",
      look: "第 {line} 行只有大小写或形近字符不同：{text}",
      words: "最接近的是第 {line} 行：{text}",
    },
  },
  command: {
    off: "命令处于关闭状态。请在设置中打开 bash，之后会再请你确认一次。",
    waits: "命令已打开，正在等你允许。",
    not_allowed: "你没有允许运行命令。再保存一次这个开关，就会再问你一次。",
    no_folder: "没有命令可以工作的文件夹：工作区无法使用。",
    unknown: "数据库没有说明你是否允许过命令。",
    asks: "bash 工具被打开了。你允许之后才能请求运行命令，而且每条命令都会再问你。",
    denylisted: "这条命令落在命令禁止清单的“{entry}”一项之下，不会运行，也不会问任何人。",
    too_much:
      "这条命令里层层嵌套的 shell 太多，无法与命令禁止清单逐一核对，不会运行，也不会问任何人。请把它写成脚本文件再运行。",
    not_as_shown:
      "这条命令展示之后，它要在其中工作的文件夹变了，所以没有运行。请重新调用，再看一次。",
    closed_folder:
      "无法查看文件夹“{path}”，其中拒绝名单上的内容无法对命令关闭，因此没有运行命令。请给自己读取该文件夹的权限（chmod u+rwx），或把它移出工具文件夹。",
    too_many_names:
      "工具文件夹中的名称超过 {most} 个，这是为命令查找须关闭内容的上限，因此没有运行命令。请让工具在较小的文件夹里工作。",
    too_many_closed:
      "工具文件夹中拒绝名单上的名称超过 {most} 个，这是能对命令关闭的上限，因此没有运行命令。请让工具在较小的文件夹里工作。",
    exit: "命令结束，退出码为 {code}。",
    signal: "命令结束，退出码为 {code}：它被信号 {signal} 终止。",
    timeout: "命令在 {seconds} 秒后连同它启动的一切被终止。在此之前写出的内容在这里。",
    killed: "命令在完成之前被外部终止。在此之前写出的内容在这里。",
    processes: "命令被终止：它同时运行了超过 {most} 个进程。",
    memory: "命令被终止：它占用了超过 {most} 的内存。",
    written: "命令被终止：它向磁盘写入了超过 {most}。",
    files: "命令被终止：它在 /tmp 和 /dev/shm 中创建了超过 {most} 个文件。",
    output: "命令被终止：它输出了超过 {most}。",
    left_out: "{name} 有 {bytes} 字节没有保留。",
  },
  sandbox: {
    other_system: "命令只在沙箱里运行，而沙箱需要 Linux；这里是 {system}。",
    other_machine: "命令只在沙箱里运行，而这种处理器（{machine}）还没有可用的沙箱。",
    no_bwrap:
      "命令只在沙箱里运行，而建立沙箱的程序不在这台机器上。请安装 bubblewrap（bwrap）0.8 或更新的版本。",
    no_bash: "这台机器上没有可以运行命令的 bash。",
    failed: "命令只在沙箱里运行，而这里无法建立沙箱：{reason}。系统可能禁止了用户命名空间。",
  },
  server: {
    waits: "你允许之后，服务器“{name}”才会启动。",
    not_allowed: "你没有允许服务器“{name}”启动。点“重新启动”会再次询问你。",
    asks: "MCP 服务器“{name}”是通过页面添加或修改的。你允许之后它才会启动。",
    ended: "服务器“{name}”在一分钟内退出了 {crashes} 次。一分钟后会再试，也可以手动重新启动。",
    hung: "服务器“{name}”不再响应，一分钟内中断了 {crashes} 次。一分钟后会再试，也可以手动重新启动。",
    not_started: "服务器“{name}”无法启动（{detail}）。一分钟后会再试，也可以手动重新启动。",
    unreachable: "无法连接服务器“{name}”（{detail}）。一分钟后会再试，也可以手动重新启动。",
  },
  config: {
    at: "{file}，{path}：{problem}",
    at_file: "{file}：{problem}",
    missing:
      "DOCENT_CONFIG 指定的文件不存在。请创建它，或在设置里保存一次，或取消设置 DOCENT_CONFIG。",
    not_regular: "这不是普通文件，因此没有读取。",
    too_large: "文件超过 1 MiB，任何配置都用不了这么大。",
    unreadable: "无法读取文件（{reason}）。请检查它的权限。",
    syntax: "第 {line} 行第 {column} 列不是有效的 JSON。",
    not_object: "文件内容必须是一个 JSON 对象，里面是 “doc_access” 这样的部分。",
    unknown_key: "这里没有名为 “{key}” 的设置。请检查拼写，或将其删除。这里可用的有：{known}。",
    required: "缺少这项设置；它必须是{expected}。",
    type: "值必须是{expected}。",
    one_of: "值必须是以下之一：{values}。",
    too_small: "值不能小于 {minimum}。",
    too_big: "值不能大于 {maximum}。",
    text_too_short: "文字至少要有 {minimum} 个字符。",
    text_too_long: "文字最多 {maximum} 个字符。",
    nothing_asked: "文字里只有空白和不可见的字符：请写出你想知道的内容。",
    list_too_short: "列表至少要有 {minimum} 项。",
    list_too_long: "列表最多 {maximum} 项。",
    url: "值必须是完整的 URL，例如 http://127.0.0.1:11434/v1。",
    plain_address: "地址里不能有用户名、密码、“?”或“#”。密钥应放在环境变量里。",
    root_id: "文件夹的 id 不能为空，也不能含有斜杠、反斜杠或 NUL。",
    name: "名称只能包含 a–z、0–9 和 _。",
    agent_id_taken: "“{id}” 已是另一个智能体的 id，或由页面自己使用。请给这个智能体换一个 id。",
    root_id_taken: "id “{id}” 已被第 {other} 个文件夹使用。请给这个文件夹换一个 id。",
    deny_climbs: "拒绝名单的条目不能含有“..”：请写出文件夹的完整路径，或者它的名称。",
    variable: "变量名由字母、数字和 _ 组成，不能以数字开头。",
    definition_hash: "定义的散列值是 64 位十六进制数字，见 GET /api/tools。",
    server_name_taken: "名称“{name}”已被另一个 MCP 服务器使用。请给这个服务器换一个名称。",
    cmd_or_url: "MCP 服务器必须有 “cmd” 或 “url” 之一，不能两者都有。",
    in_force_last: "修正之前，仍使用上一份有效的配置。",
    in_force_default: "修正之前，使用内置设置，并且不读取任何文件夹。",
    save_failed:
      "配置没有保存（{reason}）。没有任何改动。请检查剩余空间和状态文件夹的权限，然后再保存。",
    expected: {
      string: "双引号里的文字",
      number: "数字",
      int: "整数",
      boolean: "true 或 false",
      array: "[ ] 里的列表",
      object: "花括号里的对象",
      other: "另一种类型（{kind}）",
    },
  },
  ask: {
    sources: "来源",
    nearest: "最接近的段落（并没有回答这个问题）：",
  },
  error: {
    closing: "服务器正在关闭。",
    store_newer:
      "数据库 {file} 是由更新版本的 Docent 写入的。请启动那个版本，或把 DOCENT_HOME 设为另一个文件夹。文件没有改动。",
    store_damaged:
      "数据库 {file} 已损坏，已原样保留。把它移出状态文件夹即可从空数据库开始，或放回一份完好的副本。",
    store_locked: "数据库 {file} 正被另一个程序占用，没有及时释放。请关闭那个程序后再试。",
    too_many_runs: "正在回答 {most} 个问题，不再同时接受更多。请在其中一个完成后再问。",
    state_taken:
      "另一个 Docent 正在使用这个状态文件夹（进程 {pid}，{address}）。请使用它、停止它，或把 DOCENT_HOME 设为另一个文件夹。如果那个进程是别的程序，请删除状态文件夹里的 owner.json。",
    store_rebuilt:
      "数据库 {file} 已损坏。它以 {set_aside} 为名保留在状态文件夹里；能读出的 {answers} 个回答已放进新的数据库。",
    store_sqlite:
      "当前 SQLite 版本为 {version}；低于 {floor} 的版本可能丢失已存入的内容。请运行 npm start 重新安装软件包。",
    store_full: "存放数据库 {file} 的磁盘已满。请腾出空间后再试；之前存入的内容是安全的。",
    store_unusable:
      "无法使用数据库 {file}。请检查状态文件夹是否存在、可写且有剩余空间；详情见日志。",
    bad_cursor: "这个游标不是此列表给出的。请不带游标获取第一页。",
    body_not_json: "请求正文不是有效的 JSON。",
    body_too_large: "请求正文超过了 {limit} 字节。",
    content_type: "请以 Content-Type application/json 发送正文。",
    invalid_field: "{path}：{problem}",
    unknown_field: "这里没有名为 “{key}” 的字段。可用的有：{known}。",
    host_not_allowed: "请求的主机名是 “{host}”，本服务器不为它应答。请用 http://{expected} 打开。",
    origin_not_allowed: "请求来自另一个网页（{origin}），已被拒绝。请使用本服务器显示的页面。",
    unauthorized:
      "本服务器需要访问令牌：请在它的页面上登录，或发送带有令牌的请求头 Authorization: Bearer。",
    rate_limited: "短时间内尝试次数太多。请在 {seconds} 秒后再试。",
    not_found: "这个地址没有内容。",
    no_such_answer: "这个对话里没有这个答案。请重新打开对话。",
    thread_not_found: "没有这个 id 的对话，它可能已被删除。",
    model_not_configured:
      "已设置的模型（{names}）里没有“{model}”。请改用其中一个，或在设置的“语言模型”里添加它。",
    no_model_to_name: "没有设置任何模型，无法请“{model}”回答。请在设置的“语言模型”里选择一个。",
    model_for_quotes:
      "指定了模型“{model}”，又要求答案由原文引用组成，而引用不由模型撰写。请去掉其中一项。",
    trace_not_found: "没有这个追踪编号的提问记录。追踪保留九十天。",
    approval_not_found: "没有这个 id 的询问，它可能已随对话一起删除。",
    approval_expired: "十分钟内没有人作出决定，因此什么也没有做。请重新调用，届时会再次询问。",
    approval_withdrawn:
      "这次调用所属的提问已经结束，因此不再执行，什么也没有做。请重新提问，届时会再次询问。",
    approval_hides:
      "没有询问任何人：这次调用里好像是密钥或密码的内容带有空格或可能接着执行命令的符号，而人必须看到将要发生的全部内容。请不要写出密钥，或用变量代替。",
    approval_decided: "这已经有了决定；一个决定只用一次。请重新调用，届时会再次询问。",
    approval_choice: "这里不能选择“{decision}”，可选的是：{open}。",
    permission_not_found: "没有这个 id 的许可，它可能已被收回。",
    arguments_not_canonical: "参数里有 JSON 无法唯一表示的内容，例如半个字符。什么也没有做。",
    server_not_found: "没有这个名称的工具服务器。GET /api/mcp/status 会列出已有的服务器。",
    stream_not_found: "这个对话里没有所指事件之后的流。流保留一天；答案在对话里。",
    method: "这个地址不接受 {method}，可用的是 {allowed}。",
    idempotency_mismatch: "这个 Idempotency-Key 已用于另一个请求。新问题请使用新的键。",
    idempotency_key: "Idempotency-Key 必须是 1 到 200 个可见的 ASCII 字符。",
    cancelled: "请求已取消。",
    server_unavailable: "MCP 服务器“{name}”没有启动，原因见它所在的那一行。",
    docs_unavailable: "文档服务器没有应答，现在无法判断这个路径。请稍后再试。",
    if_match: "保存时需要 If-Match 头，值为读取配置时的 etag。",
    config_conflict: "读取之后配置已经改变。请重新载入，再做一次修改。",
    config_invalid: "配置没有保存。{problem}",
    undo_nothing: "没有可以撤销的保存：还没有保存过，或者文件在那之后被改动了。",
    root_not_found: "配置中没有 id 为“{id}”的文件夹。",
    own_page_only:
      "这个地址会查看你的文件夹之外的内容，只应答本服务器自己的页面。请在浏览器中打开设置。",
    too_many_looks: "短时间内查看文件夹的次数太多。请在 {seconds} 秒后再试。",
    allowed: "可以读取这个路径。",
    unknown: "服务器出了问题。详情见日志中此 trace id 的记录。",
  },
  model: {
    answers: "{host} 上的 {name} 有回答，也会调用工具；第一个字在 {ms, number} 毫秒后到达。",
    answers_in_words:
      "{host} 上的 {name} 在 {ms, number} 毫秒后有回答，但让它调用工具时没有调用。如果一直这样，请在“工具调用”下选另一项。",
    unfit:
      "{host} 上的 {name} 可以连接，但它的回复无法使用。请在“工具调用”下选另一项，或者换一个模型。",
    failure: {
      off: "还没有设置模型。请在设置里选一个。",
      no_name: "还没有写明模型的名称。请在设置里写明要问的模型。",
      no_address: "这个提供方没有自己的地址。请在设置里填写 base URL。",
      no_key:
        "环境变量 {variable} 没有设置，而 {host} 没有密钥就不接受提问。请设置后重新启动 Docent。",
      refused_key:
        "{host} 拒绝了密钥，或者需要密钥而没有给（{status}）。请检查 {variable}，然后重新启动 Docent。",
      spend:
        "{host} 表示这个账户的余额或配额已经用完（{status}）。请到那里查看账户；再问一次没有用。",
      unknown_model:
        "{host} 没有名为“{name}”的模型，或者这个 base URL 上什么也没有（{status}）。它的说明：{said}",
      rejected: "{host} 拒绝了请求（{status}）。它的说明：{said}",
      moved:
        "{host} 把请求转到了另一个地址。Docent 只与设置好的地址通信；请把最终地址填为 base URL。",
      busy: "{host} 现在太忙（{status}）{seconds, plural, =0 {} other {，要求等待 # 秒}}。请稍后再问。",
      server: "{host} 出错了（{status}）。请稍后再问。",
      unreachable: "无法连接 {host}（{code}）。地址是否正确，服务是否在运行？",
      not_a_model: "{host} 上回答的是一个网页，不是模型。请检查 base URL。",
      cut: "{host} 的回复中断了，或者无法读懂。",
      too_large: "{host} 的回复超过了所能接受的大小，已被中断。",
      stalled: "{host} 有 {seconds} 秒没有任何动静。",
      too_slow: "{host} 在 {seconds} 秒内没有完成。",
      vectors: "{host} 有回答，但没有给每段文字一个向量。“{name}”是嵌入模型吗，base URL 是否正确？",
      dimensions:
        "{host} 上的“{name}”给出的向量有 {got} 个数，而这里要的是 {wanted} 个。请在设置里填写它给出的维数。",
    },
  },
  embedding: {
    answers: "{host} 上的 {name} 有回答，向量有 {dimensions} 个数，用时 {ms, number} 毫秒。",
    changed: "提供方、地址或文件夹与您同意的不同。请重新查看页面。",
    no_vectors:
      "这里无法按向量比较片段，因为 sqlite-vec 无法使用（{reason}）。请用 npm install 重新安装软件包；在此之前按词语搜索。",
    not_kept: "只为一个客户端读取的内容不会保留，它的向量也不会保留。",
    wrong_length:
      "模型现在给出的向量有 {got} 个数，而保留的向量有 {wanted} 个。请在设置里删除向量，或者填写另一个维数。",
  },
  access: {
    missing: "这个文件夹里没有这个文件。它可能被移动、改名或删除了。",
    hidden:
      "这个文件是隐藏文件，或者在隐藏文件夹里。要读取它，请在设置中为这个文件夹打开隐藏文件。",
    link_loop: "这个路径经过的链接绕成了一个圈，没有终点。",
    ambiguous: "有几个文件夹都有这个路径的文件：{ids}。请用 root 指明其中一个。",
    unknown_root: "没有这个 id 的文件夹。现有的 id 是：{ids}。",
    paused: "文件夹“{label}”已暂停。要读取它，请在设置中恢复。",
    all_paused: "所问的文件夹都已暂停（{labels}）。请在设置中恢复其中一个。",
    no_roots: "还没有设置可读取的文件夹。请在设置中添加，或用 --root 启动。",
    root: {
      missing: "文件夹“{label}”不存在。请把它放回原处，或在设置中改正路径。",
      unreadable: "操作系统不允许 Docent 读取文件夹“{label}”。请检查它的权限。",
      emptied:
        "文件夹“{label}”是空的，而且不是之前读取的那一个，就像磁盘没有挂载时那样。请重新挂载磁盘；已读取的内容会保留十分钟。",
      not_folder: "“{label}”不是文件夹。请给出存放文档的文件夹。",
      whole_disk: "“{label}”是整个磁盘。请改为给出存放文档的文件夹。",
      denylisted: "文件夹“{label}”在拒绝名单上，拒绝名单高于一切设置，Docent 不能读取它。",
      outside_project:
        "文件夹“{label}”在项目之外，而 allow_outside_project 是关闭的。要读取它，请打开这个设置。",
      outside_client:
        "文件夹“{label}”在客户端工作的文件夹之外，而服务器是用 --client-roots 启动的。",
    },
  },
  tool_root: {
    missing: "工具文件夹“{id}”不存在。请创建它，或在 {setting} 中指定另一个。",
    unreadable: "操作系统不允许 Docent 进入工具文件夹“{id}”。请检查其权限。",
    not_folder: "“{id}”不是文件夹。请在 {setting} 中指定一个文件夹。",
    whole_disk: "“{id}”是整个磁盘。请在 {setting} 中指定一个供工具使用的文件夹。",
    denylisted: "工具文件夹“{id}”在拒绝名单上，它高于任何设置。请在 {setting} 中指定另一个。",
    overlap:
      "工具文件夹“{id}”与文档文件夹“{label}”相互包含。会写入的工具永远不能触及文档：请移动其中一个。",
    program:
      "工具文件夹“{id}”包含 Docent 自身、它的设置或状态，或者位于其中。工具永远不能更改这些：请在它们之外指定一个文件夹。",
    auto_run:
      "工具文件夹“{id}”按其名称或上级文件夹的名称，存放的是其他程序会自动运行或遵从的内容。请在 {setting} 中指定另一个。",
  },
  tool_path: {
    missing: "工具文件夹中没有这个文件或文件夹。",
    not_allowlisted: "该路径不在工具可用的任何文件夹中。请给出其中的路径，相对路径或完整路径均可。",
    symlink_escape:
      "该路径是通向工具文件夹之外的链接，或经过这样的链接。工具不会跟随这样的链接；请把副本放进来。",
    through_nothing: "该路径经过一个不存在的文件夹又从中离开。请给出不带“..”的路径。",
    file_as_folder: "该路径的结尾是文件夹的写法，而那里是一个文件。请去掉结尾的 /。",
    invalid_path: "路径为空、过长或形式有误。请给出磁盘上的一个路径。",
    not_regular_file: "该路径是管道、设备、套接字或失效的链接。工具只处理普通文件和文件夹。",
    not_folder: "该路径是文件，这里需要文件夹。",
    is_folder: "该路径是文件夹，这里需要文件。",
    not_text: "该文件不是文本：{reason}。它共有 {size} 字节。",
    ambiguous: "多个工具文件夹中都有这个路径：{ids}。请给出完整路径。",
  },
  tool_note: {
    empty_folder: "文件夹是空的。",
    first_entries: "共 {total} 项，以下是前 {shown} 项；其余由 next_page_cursor 给出。",
    no_name: "这里没有名称符合 {pattern} 的条目。",
    first_paths: "共 {total} 个路径，以下是前 {shown} 个；其余由 next_page_cursor 给出。",
    empty_file: "文件是空的。",
    behind_end: "偏移量超出了文件末尾，文件共 {size} 字节。",
    goes_on: "第 {start} 至 {end} 字节，共 {size} 字节；以 offset {end} 再次调用可得到后面的内容。",
    no_line: "没有匹配的行。",
    first_lines: "共 {total} 行匹配，以下是前 {shown} 行；其余由 next_page_cursor 给出。",
    lines_cut: "匹配的行超过 {total} 行，这是显示的上限。请缩小模式、glob 或文件夹的范围。",
    time_cut: "没有搜索完时间就到了：以下是到那时为止找到的。请指定更下层的文件夹或 glob。",
    binary_files: "{count} 个不是文本的文件匹配，未显示：{names}",
    unread_files: "{count} 个文件无法读取。",
    bad_pattern: "该模式不是 RE2 语法的正则表达式：{reason}。",
    pattern_large: "该模式太大。请减少重复次数，或分成几个模式。",
    entries_cut: "条目超过 {total} 个，这是查看的上限。请指定更下层的文件夹。",
    unreadable_folders: "操作系统不允许 Docent 进入 {count} 个文件夹。",
    odd_names: "{count} 个条目的名称不是有效的 UTF-8，无法交给工具，连同其中的内容未列出。",
  },
  inspect: {
    home_folder:
      "这是你的主文件夹，或者在它之上：你写在任何地方的 Markdown 都会变得可读。只含文档的文件夹是更好的选择。",
    holds_state: "Docent 自己的状态文件夹在其中，它保持关闭。",
    same_folder: "这个文件夹已经可读，名为“{label}”。",
    inside_root: "它在已经可读的“{label}”之内：它的文件会同时算在两个文件夹里。",
    holds_root: "它包含已经可读的“{label}”：那里的文件会同时算在两个文件夹里。",
    many_files: "其中的文件非常多，第一次读取需要一些时间；也许其中的一个子文件夹就够了。",
    no_files: "按这些文件名模式，其中没有文件会变得可读。",
    outside_project:
      "它在项目之外，而 allow_outside_project 是关闭的，因此没有查看其内容，也不能添加。",
  },
  preview: {
    image_not_loaded: "图片未加载",
  },
  docs: {
    unknown_option:
      "“{option}”不是文档服务器的选项。它接受 --root DIR（可以重复多次）和 --client-roots。",
    client_apart:
      "这个服务器可以读取 {ours}；客户端在 {theirs} 中工作。两者没有交集，因此什么也不读取。请在客户端中打开位于其中之一的文件夹，或者启动服务器时不加 --client-roots。",
    client_without_folders:
      "这个服务器可以读取 {ours} 中客户端工作的部分，而客户端没有给出这台机器上的文件夹，因此什么也不读取。请在客户端中打开一个文件夹，或者启动服务器时不加 --client-roots。",
    client_silent:
      "这个服务器可以读取 {ours} 中客户端工作的部分，而客户端没有说明是哪些文件夹，因此什么也不读取。用这个客户端时，请在启动服务器时不加 --client-roots。",
    root_needs_folder: "--root 需要一个文件夹：--root DIR。",
    bad_arguments: "参数不符合 {tool} 的要求：{field}：{reason}。",
    tool_failed: "{tool} 在服务器内部失败了。原因见它在 stderr 上的日志。",
    not_text: "这个文件不是文本：{reason}。",
    changed_between_pages: "读取第一页之后文件发生了变化。请不带 cursor 从头重新读取。",
    range_backwards: "line_end {end} 在 line_start {start} 之前。请按从前到后的顺序给出行号。",
    range_beyond: "文件共 {total} 行，第 {start} 行超出了末尾。",
    bad_cursor: "这个 cursor 不是 docs_read 给出的。请原样使用返回的 next_cursor，或从头读取。",
  },
  step: {
    plan: "拆成 {parts} 个问题",
    follow_up: "理解为“{question}”",
    search_running: "正在搜索 {words} 个词",
    search_done: "已在 {folders} 个文件夹中搜索 {words} 个词",
    other_language: {
      en: "同时用英文查找：你的部分文档是英文的",
      "zh-CN": "同时用中文查找：你的部分文档是中文的",
    },
    searched_for: "已搜索：{queries}",
    read_running: "正在读取 {files} 个文件",
    read_done: "已读取 {files} 个文件",
    verify_running: "正在对照文件核对 {quotes} 处引文",
    verify_done: "已对照文件核对 {quotes} 处引文",
    refused: "已拒绝，没有读取任何内容",
    fallback: "搜索智能体失败，已改为直接查询文档",
    model_running: "正在由 {model} 撰写",
    model_done: "已由 {model} 撰写",
    agent_running: "智能体 {agent} 正在工作",
    agent_done: "智能体 {agent} 工作过",
    tool_running: "正在调用 {tool}",
    tool_done: "已调用 {tool}",
  },
  answer: {
    hello: "你好。请就你的文档提问，答案里的每一句都会标明出处的行号。",
    thanks: "不客气，随时可以继续提问。",
    goodbye: "再见。你的对话会保留在这里。",
    abilities:
      "我根据你的文件夹里的 Markdown 文件回答问题。每一句都引自文件，并标明所在的行；文档里没有说的，我会直接说明。可以试试“怎么添加文件夹？”。",
  },
  listing: {
    files: "{total, plural, =0 {没有可以搜索的文件。} other {共有 # 个文件可以搜索。}}",
    mentions:
      "{total, plural, =0 {{searched} 个文件中没有一个提到“{about}”。} other {{searched} 个文件中有 # 个提到“{about}”。}}",
    changed:
      "{total, plural, =0 {自{since}以来，{searched} 个文件都没有改动。} other {{searched} 个文件中有 # 个自{since}以来改动过。}}",
    first: "这里列出前 {count} 个。",
    reason: {
      files: "它是这些文件之一。",
      mentions: "该文件提到“{about}” {count} 次。",
      changed: "它改动于 {at}。",
    },
  },
  gap: {
    interrupted: "回答这个问题时服务器中断了。不会自动重新搜索，请再问一次。",
    interrupted_partly:
      "回答完成之前服务器中断了。这里显示的内容当时已经核对过；要得到其余部分，请再问一次。",
    interrupted_acted:
      "回答完成之前服务器中断了，而此前调用的工具可能已经改动了什么。已知的调用列在这里，都不会再次执行。再次提问之前，请先查看它们做了什么。",
    stopped_acted:
      "你停止了这次回答，而此前调用的工具可能已经改动了什么。调用列在这里，不会被撤销。",
    part: "关于“{part}”：{message}",
    no_hit: "你的文档里没有说明。没有段落能回答这个问题。",
    no_hit_close: "没有段落能确定地回答这个问题。",
    no_hit_missing: "你的文档里没有说明。其中没有{words}。",
    no_hit_missing_close: "没有段落能确定地回答这个问题。你的文档里没有{words}。",
    no_hit_named: "你的文档里没有说明。其中没有名为{words}的内容。",
    no_hit_named_close: "没有段落能确定地回答这个问题。你的文档里没有名为{words}的内容。",
    no_words: "这个问题里没有可以搜索的词。请用文档里可能出现的名称或词语提问。",
    no_folders: "还没有设置文件夹，所以没有可以搜索的内容。请添加存放文档的文件夹。",
    not_indexed_yet:
      "目前没有找到，但 {known, number} 个文件中只有 {ready, number} 个可以搜索。请等其余文件建好索引后再问。",
    not_all_searchable:
      "没有找到，但有一部分文件夹目前无法搜索（{known, number} 个文件中有 {ready, number} 个可以搜索）。请在设置里查看文件夹，然后再问。",
    timeout:
      "时间在 {seconds} 秒后用完，搜索还没有完成。这不足以断定文档里没有，所以不下任何结论。如果经常如此，请少选几个文件夹，或调高 MCP_TIMEOUT_MS。",
    unknown_folder: "提问指定了这里没有设置的文件夹：{ids}。没有进行搜索。",
    denied: "搜索按规则 {rule} 被拒绝。{reason}",
    denied_path: "这个问题要看的文件按规则 {rule} 不能读取；没有打开，也没有搜索任何内容。{reason}",
    provider_unavailable:
      "文档服务已退出或无法连接，所以没有进行搜索。它正在重新启动，请再问一次。",
    error: "搜索失败，所以不下任何结论。详情记录在日志里，可按这个追踪编号查找。",
    withheld_changed: "有一句没有给出：{path} 在搜索之后发生了变化，无法确认所引的行。请再问一次。",
    withheld_too_long:
      "有一句没有给出：{path} 中它所在的段落没有变化，但太长，无法读回来比对。请打开原文查看。",
    too_long:
      "最接近的段落是 {path} 第 {line_start}–{line_end} 行，但太长，无法引用。请打开原文查看；段落短一些就可以引用。",
    withheld_unsupported: "有一句没有给出：{path} 中所引的行不足以支持它。",
    withheld_other_language:
      "有一句话被扣下：{path} 的原文是另一种语言。这时只能比对数字、名称和标识符，而这些不足以支持它。请直接读原文。",
    withheld_no_source: "有一句没有给出，因为它没有标明出处。",
    model_silent:
      "模型读了找到的段落，认为其中没有答案。这只是它的说法：请看下面最接近的段落，或改用原文回答再问一次。",
    model_cut: "模型中途断开，所以这个答案不完整。要其余部分，请再问一次。",
    tool_asks: "没有调用“{tool}”：它需要人来允许，而这里没有人可问。请在页面上提问。",
    tool_denied: "没有调用“{tool}”：你拒绝了它。",
    tool_expired: "没有调用“{tool}”：没有人及时作出决定。",
    tool_level: "没有调用“{tool}”：智能体的权限不到这一级。它是智能体“primary”的一项设置。",
    unverified_rest: "模型后面写的内容无法对照文件核对，所以这个答案不完整。请再问一次。",
    unverified: "引文无法对照文件核对，所以没有给出任何一句。请再问一次。",
    step: {
      add_folder: "添加文件夹",
      search_all_folders: "搜索所有文件夹",
      did_you_mean: "改用“{words}”提问",
      rephrase: "修改问题",
      broaden: "只问“{words}”",
      identifiers: "搜索“{words}”",
      open: "打开最接近的段落",
      retry: "再问一次",
      folders: "在设置里查看文件夹",
      denylist: "查看从不读取的内容",
      servers: "在设置里查看服务",
    },
  },
  search: {
    signal: {
      words: "问题中的这些词出现在这里或上方的标题中：{words}。",
      synonym: "“{word}”是“{written}”的同义词，分量较轻。",
      everyday: "没有段落写“{written}”，“{word}”是意思相同的日常用语，分量较轻。",
      document: "问题中的词在整个文档里共出现 {count, number} 次。",
      proximity_near: "问题中相邻的词在这里也靠得很近（{near, number} 处）。",
      proximity_side: "问题中相邻的词在这里也紧挨着（{near, number} 处）。",
      proximity_both:
        "问题中相邻的词在这里也靠得很近（{near, number} 处，其中 {side, number} 处紧挨着）。",
      coverage:
        "{percent, plural, =100 {整个问题} other {问题的一部分}}在这里找到，罕见的词分量最重。",
      similar_words: "问题里的说法在这里换了词：{pairs}。",
      similar_text: "整段内容与问题所问相近（相似度 {percent}%）。",
      heading: "上方的标题提到：{words}。",
      opening: "这里是文档的开头，标题包含：{words}。",
      named: "文档正是以问题所说的名称命名的：{words}。",
      name: "文件名或标题包含：{words}。",
      plain: "问题中的这些词出现在这里：{words}。",
    },
    reason: {
      body_all: "包含问题中的每个词：{words}。",
      body: "包含问题中的这些词：{words}。这里没有：{missing}。",
      heading_all: "位于相关标题之下，包含问题中的每个词：{words}。",
      heading: "位于相关标题之下，包含问题中的这些词：{words}。这里没有：{missing}。",
      corrected: "“{written}”按“{read_as}”理解。",
      synonym: "按这个文件夹的同义词，“{word}”与“{written}”是一个意思。",
      everyday: "文档里没有“{written}”；按日常用语，“{word}”与它是一个意思。",
    },
    cut: {
      line_limit: "有 {count, number} 行超过 64 KiB，只检索其前 64 KiB。",
      front_matter_limit:
        "文件开头的元数据不是有效的 YAML 或超出限制，因此未使用。其后的正文可以检索。",
      depth_limit: "列表或引用的嵌套超过 {levels} 层，更深的内容按纯文本检索。",
      parse_limit: "无法解析其中的 Markdown，因此按纯文本检索。",
      synonym_line:
        "有 {count} 个列表项不是同义词组（第 {lines} 行）。一组是同一行中用 = 隔开的 2 到 {words} 个词或短语，每个不超过 {characters} 个字符；最多使用 {groups} 组。",
      too_many_passages:
        "其中的章节或段落超过 {limit, number} 个，之后的内容不检索。请拆分这个文件。",
    },
    parse_limit: "读取它所需的时间或内存超出单个文件的上限，因此不检索。请简化或拆分这个文件。",
    closed_folder: "操作系统不允许 Docent 查看这个文件夹，因此其中的内容都不检索。请检查它的权限。",
    reader_down:
      "Docent 读取文档的部分无法启动，因此不能读取新内容。原因见日志；请重新启动 Docent。",
    too_many_files: "文件夹中的文件数超过 max_files 的上限（{limit, number}），此文件未读取。",
    unwatched: "系统不通知文件夹“{label}”里的改动（{reason}），Docent 每隔几秒查看一次。",
    unknown_root: "没有标识为“{id}”的文件夹。现有标识：{ids}。",
  },
  quotation: {
    says: "文档原文（第 {lines} 行）：",
    lacks: "文档原文（第 {lines} 行），其中没有{words}：",
    again: "文档原文（第 {lines} 行）见上文引文。",
    again_lacks: "文档原文（第 {lines} 行）见上文引文，其中没有{words}。",
    instead: "有一句没有给出，代之以文档原文（第 {lines} 行）：",
    may_be:
      "这些行可能回答了你的问题，{places, plural, one {但 Docent 无法确定} other {但 Docent 无法判断是哪一处}}。",
    may_be_part:
      "这些行可能回答了“{question}”，{places, plural, one {但 Docent 无法确定} other {但 Docent 无法判断是哪一处}}。",
    related: "相关内容：",
    nearest: "最接近的内容，不是答案：",
    left_out: "……另有 {count} 项未在此显示",
    closest: "不能确定这就是答案。最接近的内容：",
    closest_before: "不能确定这就是答案。最接近的段落：",
    section: "同一节里还写着：",
    elsewhere: "别处相近的内容：",
    between: "、",
  },
  export: {
    asked: "提问时间：{at}。",
    searched: "搜索的是：{queries}",
    outcome: "结果 {status}，模式 {mode}。",
    written_by: "由模型 {model} 撰写。",
    model_asked: "问过模型 {model}。",
    trace: "追踪 {trace_id}，运行 {run_id}。",
    secrets: "略去了 {count, number} 句：引用的内容好像是密钥或密码。",
    reply: "没有来源的回复",
    counted: "统计",
    actions: "做了什么",
    gaps: "文档没有说明的内容",
    sources: "来源",
    about: "关于这个答案",
    exported: "导出时间：{at}。来源旁写的是当时核对的状态；用 npm run verify 可以再次核对。",
    state: {
      verified: "已核对",
      moved: "已移动",
      changed: "已改动",
      missing: "已不存在",
      denied: "不可读取",
      unchecked: "未核对",
    },
  },
  verify: {
    no_file: "{name} 不存在，或者不是可以读取的文件。",
    too_large: "{name} 超过 {most, number} MB；导出的对话不会这么大。",
    no_export:
      "这个文件里没有导出的答案。请在对话页面导出对话，或者保存 npm run ask -- --json 的输出。",
    too_many: {
      letters: "文件超过 {most, number} 个字符，导出的对话不会这么长。",
      line: "文件中有一行超过 {most, number} 个字符，导出的对话不会有这样的行。",
      answers: "文件中的答案超过 {most, number} 个。请把对话分开导出。",
      sentences: "文件中有一个答案超过 {most, number} 句，答案不会这么长。",
      sources: "文件中有一个答案的来源超过 {most, number} 个，答案不会有这么多。",
    },
    now_at: "→ {place}",
    support: {
      verbatim: "{count, number} 句与原文逐字相同",
    },
    reason: {
      no_marker: "没有来源：",
      unknown_citation: "所指的来源不在列表里：",
      citation_changed: "原文已不是当时引用的内容：",
      too_long: "原文太长，无法比对：",
      altered: "与原文相近，但不是原文：",
      unsupported: "原文没有这样说：",
      heading: "原文不在这个标题之下：",
    },
    lost: "{markers} 不能支持这句话：",
    not_checked: "{count} 行未核对：导出时已改动的文件里当时的内容。请重新导出。",
    holds: "全部成立：每个来源都在原处或可以找到，每句话都有原文依据。",
    fails: "并不全部成立：问题已在上面列出。",
  },
  action: {
    heading: "做了什么",
    done: "已调用 {tool}，它给出以下内容。",
    exit: "{tool} 以退出码 {code} 结束。",
    failed: "{tool} 失败：{message}",
    outcome: { done: "完成", failed: "失败", refused: "没有调用", unknown: "已开始，结果不明" },
  },
  notice: {
    index_building: "文件夹仍在建立索引：{known, number} 个文件中有 {ready, number} 个可以搜索。",
    index_degraded:
      "有一部分文件夹目前无法搜索：{known, number} 个文件中有 {ready, number} 个可以搜索。",
    sub_agent_fallback: "搜索智能体失败，已改为直接查询文档。答案用到的段落可能较少。",
    search_fallback: "负责选择搜索词的模型失败了，已改为按问题原来的词搜索。",
    searched_otherwise:
      "模型自己搜索了{words}。它由此写的内容在文档里有依据，但不一定回答了你的问题。",
    unsure: "不确定这是否回答了你的问题：下面引用的内容可能只是与它相近。",
    unsure_part: "不确定“{question}”是否得到了回答：下面引用的内容可能只是与它相近。",
    language_mismatch:
      "这些文件夹里没有与这个问题相符的中文内容。如果文档用的是另一种语言，请用那种语言提问；名称和标识符可以直接搜索。",
    language_mismatch_english:
      "找到的内容不是这个问题所用的英文。名称、标识符以及文档所用语言的词都可以直接搜索。",
    model_fallback: "{why}答案由你的文档原文组成。",
    model_cut: "{why}已显示的内容在那之前都已核对。",
    model_unchecked: "模型写的内容无法对照你的文件核对，所以一句也没有显示。",
    model_quoted: "模型写的内容一句也没有显示：答案由你的文档原文组成。",
    other_language:
      "有些原文与这个答案不是同一种语言。两种语言的词句无法逐字比对：带标记的句子只核对过数字、名称和标识符。请对照旁边的原文。",
    model_other_language:
      "模型作答所用的语言与你的文档不同。两种语言的词句无法逐字比对，所以答案由文档原文组成。",
    model_unborne: "模型写的内容没有一句能由你的文档证实，所以答案由文档原文组成。",
    context_cut: "找到的内容里有 {pieces} 段没能放进给模型的材料，共 {letters, number} 个字符。",
    why: {
      unset: "没有可问的模型：没有配置，或者缺少密钥。",
      refused: "模型的服务商拒绝了请求。",
      busy: "模型连不上，或者正忙。",
      stalled: "模型没有了动静，已不再等待。",
      broken: "模型中途断开，或者发来的内容无法读取。",
    },
    budget: {
      turns: "模型在 {most} 轮之后被停止。已显示的内容在那之前都已核对。",
      time: "模型在 {seconds} 秒之后被停止。已显示的内容在那之前都已核对。",
      tokens: "模型用到 {most, number} 个 token 时被停止。已显示的内容在那之前都已核对。",
      repeated: "模型一再调用“{tool}”，结果都一样，所以被停止。",
      searched: "模型一再搜索同样的内容，所以被停止。",
      length: "模型的回复到了长度上限，被截断，所以它写的内容不完整。",
      filtered: "模型的服务商截断了回复，所以它写的内容不完整。",
      stuck: "“{tool}”一再失败，所以模型被停止。请看看它试过什么。",
    },
  },
};
export default zhCN;
