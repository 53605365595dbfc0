/**
 * What runs a Python program inside Pyodide, in Python. `close_ways_out` is run once, before any foreign code: it takes
 * away the modules that reach out of Python into the engine. `run_program` gives, as JSON, how the program ended.
 */
export const pythonRunner = `
def close_ways_out():
    import asyncio, errno, importlib, os, socket, sys
    from pyodide.ffi import run_sync
    for name in ("pyodide.webloop", "traceback", "linecache", "json", "inspect", "ast"):
        importlib.import_module(name)
    asyncio.run = lambda main, *, debug=None, loop_factory=None: run_sync(main)

    def no_network(*args, **named):
        raise OSError(errno.ENETUNREACH, "there is no network in the sandbox")

    for name in ("connect", "connect_ex", "bind", "listen", "accept", "send", "sendall", "sendto"):
        setattr(socket.socket, name, no_network)
    for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex", "gethostbyaddr", "create_server"):
        setattr(socket, name, no_network)

    def no_process(*args, **named):
        raise OSError(errno.ENOSYS, "there are no other processes in the sandbox")

    for name in ("system", "popen", "execv", "execve", "posix_spawn", "kill"):
        if hasattr(os, name):
            setattr(os, name, no_process)
    sys.executable = sys._base_executable = ""
    sys.orig_argv = []
    for name in ("_", "PYTHONINSPECT", "LD_LIBRARY_PATH", "PWD"):
        os.environ.pop(name, None)
    closed = ("js", "pyodide_js", "_pyodide_core", "ctypes", "_ctypes", "_pyodide._importhook",
              "pyodide._package_loader", "pyodide._nodesock_transport", "pyodide.http", "pyodide.console",
              "pyodide._run_js", "micropip", "pyodide_http", "_multiprocessing", "_posixsubprocess")

    class Closed:
        def find_spec(self, name, path=None, target=None):
            if name in closed or name.split(".")[0] in ("js", "pyodide_js", "ctypes", "_ctypes"):
                raise ModuleNotFoundError(f"the module {name!r} is not part of the sandbox", name=name)
            return None

    for name in list(sys.modules):
        if name in closed or name.split(".")[0] in ("js", "pyodide_js", "ctypes"):
            del sys.modules[name]
    sys.meta_path[:] = [Closed()] + [
        finder for finder in sys.meta_path
        if not type(finder).__name__.startswith(("JsFinder", "Unvendored", "Repo"))
    ]
    sys.setrecursionlimit(1000)


async def run_program(source, argv):
    import ast, inspect, json, linecache, os, sys, traceback
    main = sys.modules["__main__"].__dict__
    main.clear()
    main.update(__name__="__main__", __builtins__=__builtins__, __doc__=None, __package__=None)
    sys.argv = ["main.py", *argv]
    os.chdir("/work")
    sys.path.insert(0, "/work")
    linecache.cache["main.py"] = (len(source), None, source.splitlines(True), "main.py")
    how, code = "exit", 0
    try:
        compiled = compile(source, "main.py", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, True)
        result = eval(compiled, main)
        if inspect.iscoroutine(result):
            await result
    except SystemExit as ended:
        if ended.code is None or isinstance(ended.code, int):
            code = (ended.code or 0) & 255
        else:
            print(ended.code, file=sys.stderr)
            code = 1
    except MemoryError:
        how, code = "memory", None
        print("MemoryError", file=sys.stderr)
    except BaseException as error:
        code = 1
        trace = error.__traceback__ and error.__traceback__.tb_next
        traceback.print_exception(type(error), error, trace)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass
    return json.dumps([how, code])
`;
