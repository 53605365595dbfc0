import type { Attack } from "./attacks-javascript.ts";

/**
 * Attempts in Python, each the body of a function that gives what it got hold of and raises where it got nothing. The names
 * are those of the attempts in JavaScript.
 */
export const commonPythonAttacks: readonly Attack[] = [
  ["to read the secret", "return open(S).read()"],
  ["to list the program's state", "return os.listdir(H)"],
  ["to read the passwords", "return open('/etc/passwd').read()"],
  ["to read the shadow", "return open('/etc/shadow').read()"],
  ["to climb", "return open('../../../../../..' + S).read()"],
  ["to follow a link out", "os.symlink(S, 'link'); return open('link').read()"],
  ["to read by the root of the first process", "return open('/proc/1/root' + S).read()"],
  [
    "to find the program's environment",
    "e = str(dict(os.environ))\nif any(w in e for w in ('DOCENT', 'VITEST', 'TOKEN', '_KEY')): return e",
  ],
  [
    "to find paths of the machine in the environment",
    "e = str(dict(os.environ))\nif '/work/wt' in e or H in e: return e",
  ],
  [
    "to connect over v4",
    "s = socket.create_connection(('127.0.0.1', P), 3); return s.recv(99) or 'connected'",
  ],
  [
    "to connect over v6",
    "s = socket.create_connection(('::1', P6), 3); return s.recv(99) or 'connected'",
  ],
  [
    "to connect over a unix socket",
    "s = socket.socket(socket.AF_UNIX); s.connect(U); return s.recv(99) or 'connected'",
  ],
  [
    "to connect over an abstract socket",
    "s = socket.socket(socket.AF_UNIX); s.connect('\\0' + A); return s.recv(99) or 'connected'",
  ],
  [
    "to listen",
    "s = socket.socket(); s.bind(('0.0.0.0', 0)); s.listen()\nif not WALL: return 'listens'",
  ],
  [
    "to fetch",
    "import urllib.request; return urllib.request.urlopen(f'http://127.0.0.1:{P}', timeout=3).read()",
  ],
  ["to look a name up", "a = socket.getaddrinfo('example.com', 80)\nif WALL: return a"],
  ["to kill a process of the machine", "os.kill(Q, 0)\nif WALL: return 'there'"],
  [
    "to mount",
    "import subprocess\nif subprocess.run(['mount', '-t', 'tmpfs', 'x', '/tmp'], capture_output=True).returncode == 0: return 'mounted'",
  ],
  ["to make a device", "os.mknod('d', 0o60644, os.makedev(8, 0)); return open('d', 'rb').read(1)"],
  [
    "to read the memory of the machine",
    "return open('/dev/mem', 'rb').read(1) or open('/dev/kmem', 'rb').read(1)",
  ],
];

/** In Pyodide: ways from Python into the engine and from there to Node. */
export const pyodideAttacks: readonly Attack[] = [
  [
    "to run a program",
    "import subprocess; return subprocess.run(['id'], capture_output=True).stdout",
  ],
  ["to run a program by a shell", "if os.system('id') == 0: return 'ran'"],
  ["to fork", "return os.fork()"],
  ["to become another program", "os.execv('/usr/bin/id', ['id'])"],
  [
    "to start a thread",
    "import threading; t = threading.Thread(target=print); t.start(); return 'started'",
  ],
  [
    "to start another interpreter's process",
    "import multiprocessing; p = multiprocessing.Process(target=print); p.start(); return 'started'",
  ],
  ["to import js", "import js; return js.process.env"],
  ["to take names from js", "from js import globalThis; return globalThis.process"],
  ["to import a part of js", "import js.process; return js.process.env"],
  ["to import pyodide_js", "import pyodide_js; return pyodide_js._module"],
  ["to run JavaScript", "from pyodide.code import run_js; return run_js('process.env')"],
  ["to run JavaScript by its inner name", "import pyodide._run_js as r; return r.run_js('1+1')"],
  [
    "to fetch by pyodide",
    "from pyodide.http import open_url; return open_url(f'http://127.0.0.1:{P}').read()",
  ],
  ["to import the core", "import _pyodide_core; return _pyodide_core.raw_call"],
  ["to find js among the modules", "return sys.modules['js'].process"],
  ["to load js again", "import importlib; m = importlib.import_module('js'); return m.process.env"],
  [
    "to lift the closing of js",
    "sys.meta_path.pop(0); sys.modules.pop('js', None)\nimport js; return js.process.env",
  ],
  [
    "to make the core anew",
    "import _imp, importlib.machinery as m; from pyodide.ffi import JsProxy; c = _imp.create_builtin(m.ModuleSpec('_pyodide_core', None)); return [v.process for v in vars(c).values() if isinstance(v, JsProxy)][0]",
  ],
  [
    "to find js where it was registered",
    "import _pyodide._importhook as h; return h.jsfinder.jsproxies['js'].process",
  ],
  ["to import ctypes", "import ctypes; return ctypes.CDLL(None)"],
  [
    "to find a way to the machine among the engine's symbols",
    "import _imp, importlib.machinery as m; c = _imp.create_builtin(m.ModuleSpec('_ctypes', None)); h = c.dlopen(None, 2); return c.dlsym(h, 'socket_connect_to_the_machine')",
  ],
  [
    "to find a function of JavaScript among all objects",
    hunt("o.constructor.constructor('return process')().env"),
  ],
  [
    "to find the process by an object of JavaScript",
    hunt("o.constructor.constructor('return this')().process.env"),
  ],
  ["to find globals on an object of JavaScript", hunt("o.process.env")],
  [
    "to reach Node by the error of JavaScript",
    "from pyodide.ffi import JsException\nimport gc\nfor e in [o for o in gc.get_objects() if isinstance(o, JsException)]:\n  return e.js_error.constructor.constructor('return process')()\nraise RuntimeError('none')",
  ],
  [
    "to make JavaScript call sites",
    hunt(
      "(setattr(o.constructor, 'prepareStackTrace', __import__('pyodide.ffi').ffi.create_proxy(lambda e, sites: sites)) or o.constructor.new('x').stack[0].getThis().process)",
    ),
  ],
  ["to reach the engine's files", hunt("o.FS.filesystems.NODEFS")],
  ["to reach the engine's memory", hunt("o.HEAP8.buffer")],
  [
    "to load a native library",
    "open('x.so', 'wb').write(b'\\x7fELF' + b'0' * 99); import importlib.machinery as m, importlib.util as u; s = u.spec_from_file_location('x', '/work/x.so', loader=m.ExtensionFileLoader('x', '/work/x.so')); return u.module_from_spec(s)",
  ],
  ["to install a package", "import micropip; return micropip"],
  [
    "to talk tls",
    "import ssl; c = ssl.create_default_context(); return c.wrap_socket(socket.create_connection(('127.0.0.1', P), 3))",
  ],
  [
    "to open a browser",
    "import webbrowser\nif webbrowser.open(f'http://127.0.0.1:{P}'): return 'opened'",
  ],
  [
    "to find the machine's paths in the interpreter",
    "t = str(sys.path) + str(sys.executable) + str(getattr(sys, '_base_executable', ''))\nif '/work/wt' in t or 'node' in t: return t",
  ],
  [
    "to see the engine in a traceback",
    "import traceback\ntry: open(S)\nexcept OSError:\n  t = traceback.format_exc()\n  if 'node:' in t or 'worker.ts' in t: return t",
  ],
  ["to end its parent", "os.kill(os.getppid(), 9); return 'killed' if WALL else None"],
];

/** In the machine's own Python. */
export const machinePythonAttacks: readonly Attack[] = [
  [
    "to find the program in /proc",
    "for p in [n for n in os.listdir('/proc') if n.isdigit()]:\n  e = open(f'/proc/{p}/environ', 'rb').read() + open(f'/proc/{p}/cmdline', 'rb').read()\n  if b'DOCENT' in e or b'VITEST' in e or H.encode() in e: return e",
  ],
  [
    "to trace another process",
    "import ctypes; l = ctypes.CDLL(None, use_errno=True)\nif l.ptrace(16, 1, 0, 0) == 0: return 'attached'",
  ],
  [
    "to make a namespace",
    "import ctypes; l = ctypes.CDLL(None)\nif l.unshare(0x10000000) == 0 and WALL == 'wall': return 'unshared'",
  ],
  [
    "to load a module of the kernel",
    "import ctypes; l = ctypes.CDLL(None)\nif l.syscall(313, 0, b'', 0) == 0: return 'loaded'",
  ],
  [
    "to use keys of the person",
    "import ctypes; l = ctypes.CDLL(None)\nif l.syscall(250, 0, -3, 1) >= 0 and WALL == 'wall': return 'keys'",
  ],
  [
    "to hand work to the kernel past the filter",
    "import ctypes; l = ctypes.CDLL(None)\nif l.syscall(425, 8, ctypes.create_string_buffer(200)) >= 0 and WALL == 'wall': return 'ring'",
  ],
  [
    "to open a raw socket",
    "return socket.socket(socket.AF_INET, socket.SOCK_RAW, 1) and (None if WALL != 'wall' else 'raw')",
  ],
  [
    "to open a socket of the virtual machine",
    "s = socket.socket(40, socket.SOCK_STREAM); s.connect((2, 22)); return 'connected'",
  ],
  [
    "to write over the system's programs",
    "open('/usr/bin/python3', 'r+b').write(b'x'); return 'written'",
  ],
  ["to change the clock", "time.clock_settime(time.CLOCK_REALTIME, 0); return 'set'"],
  [
    "to set the core pattern",
    "open('/proc/sys/kernel/core_pattern', 'w').write('|/x'); return 'written'",
  ],
  ["to become another user", "os.setuid(12345); return 'other' if WALL == 'wall' else None"],
  [
    "to find the secret anywhere",
    "import subprocess; return subprocess.run('grep -rs docent-secret / --include=secret.txt --exclude-dir=proc --exclude-dir=sys --exclude-dir=usr', shell=True, capture_output=True, timeout=60).stdout.decode() or None",
  ],
  ["to change the root", "os.chroot('/tmp'); os.chdir('..'); return open(S).read()"],
];

/** Looks through all objects of Python for one of JavaScript on which the expression gives something. */
function hunt(expression: string): string {
  return `import gc
from pyodide.ffi import JsProxy
found = []
def look(o):
  if isinstance(o, JsProxy): found.append(o)
for o in gc.get_objects():
  look(o)
  if isinstance(o, dict):
    for v in list(o.values()): look(v)
for f in ('pyodide.webloop', '_pyodide._base', 'pyodide.ffi', '_pyodide._core_docs', 'pyodide.code'):
  m = sys.modules.get(f)
  if m is not None:
    for v in list(vars(m).values()): look(v)
if not found: raise LookupError('no object of JavaScript')
said = None
for o in found:
  try:
    got = ${expression}
    if got is not None: return got
  except BaseException as error:
    said = error
raise said or LookupError('nothing')`;
}

export function pythonProgram(attacks: readonly Attack[], given: Record<string, unknown>): string {
  return `
import json, os, socket, sys, time
_given = json.loads(${JSON.stringify(JSON.stringify(given))})
_attacks = json.loads(${JSON.stringify(JSON.stringify(attacks))})
_dumps, _print = json.dumps, print
_meta = list(sys.meta_path)
for _tries, _code in _attacks:
    _space = dict(_given, os=os, socket=socket, sys=sys, time=time, __name__='attempt')
    _body = "def attempt():\\n" + "\\n".join("    " + _l for _l in _code.split("\\n"))
    try:
        exec(_body, _space)
        _got = _space['attempt']()
        _line = {'tries': _tries, 'met': 'nothing to be had'} if _got is None else {'tries': _tries, 'got': str(_got)[:200]}
    except BaseException as _error:
        _said = (str(_error).strip().splitlines() or [''])[-1]
        _line = {'tries': _tries, 'met': type(_error).__name__ + ': ' + _said[:120]}
    sys.meta_path[:] = _meta
    _print(_dumps(_line), flush=True)
`;
}
