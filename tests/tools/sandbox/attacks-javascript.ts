/**
 * Attempts in JavaScript, each the body of an async function that gives what it got hold of and throws where it got
 * nothing. `S` is a secret file, `H` the program's state, `P`, `P6`, `U`, `A` listeners (v4, v6, unix, abstract). What is
 * given counts as an escape unless it is undefined.
 */
export type Attack = readonly [tries: string, code: string];

/** Of no use but in an engine without a machine behind it. */
export const quickjsAttacks: readonly Attack[] = [
  ["to require a module of Node", "return require('node:fs').readFileSync(S)"],
  ["to import fs", "return await import('fs')"],
  ["to import node:fs", "return await import('node:fs')"],
  ["to import node:net", "return await import('node:net')"],
  ["to import node:child_process", "return await import('node:child_process')"],
  ["to import the secret by its path", "return await import(S)"],
  ["to import the secret by its address", "return await import('file://' + S)"],
  ["to import by climbing", "return await import('../../../../../../etc/passwd')"],
  ["to import the engine's own std", "return await import('std')"],
  ["to import the engine's own os", "return await import('qjs:os')"],
  ["to import an address of the network", "return await import('http://127.0.0.1:' + P + '/x.js')"],
  [
    "to import code in an address",
    "return (await import('data:text/javascript,export default 1')).default",
  ],
  ["to find process", "return globalThis.process.env"],
  ["to bind to Node", "return process.binding('fs')"],
  ["to find global", "return global.process"],
  [
    "to find Node by a function's constructor",
    "return console.log.constructor.constructor('return process')().env",
  ],
  ["to find Node by a lent function", "return files.read.constructor('return this.process.env')()"],
  [
    "to find Node by an async function",
    "return await (async () => {}).constructor('return process.env')()",
  ],
  [
    "to find Node by a generator",
    "return [...(function* () {}).constructor('yield process.env')()]",
  ],
  ["to find Node by eval", "return eval('process.env')"],
  ["to find Node by an indirect eval", "return (0, eval)('this.process.env')"],
  [
    "to find Node by this of a sloppy function",
    "return (function () { return this })().process.env",
  ],
  [
    "to find the host by a thrown error",
    "try { files.read('none') } catch (error) { return error.constructor.constructor('return process')() }",
  ],
  [
    "to see the host in a stack",
    "try { files.read('none') } catch (error) { if (/node:|worker\\.ts|wasm/.test(error.stack)) return error.stack }",
  ],
  [
    "to get call sites of the host",
    "Error.prepareStackTrace = (_, sites) => sites; const { stack } = new Error('x'); if (typeof stack !== 'string') return stack[0].getThis().process",
  ],
  ["to read the secret by the file functions", "return files.read(S)"],
  ["to read by climbing with the file functions", "return files.read('../../../../../..' + S)"],
  ["to read /proc by the file functions", "return files.read('/proc/self/environ')"],
  ["to list what is above", "if (files.list().length > 0) return files.list()"],
  [
    "to read by a name that changes",
    "let n = 0; return files.read({ toString: () => (n++ ? S : 'a') })",
  ],
  ["to fetch", "return await fetch('http://127.0.0.1:' + P)"],
  ["to open a web socket", "return new WebSocket('ws://127.0.0.1:' + P)"],
  ["to start a worker", "return new Worker('x')"],
  ["to make a module of WebAssembly", "return new WebAssembly.Memory({ initial: 1 })"],
  ["to use another runtime's names", "return Deno.readTextFileSync(S)"],
  ["to use the engine's shell", "return os.exec(['id'])"],
  ["to load a script", "return load(S) ?? loadScript(S)"],
  ["to call a tool that was not granted", "return await tools.docs_search({ query: 'x' })"],
  ["to read beyond a buffer", "return new DataView(new ArrayBuffer(8)).getUint8(4096)"],
  [
    "to read beyond what a file has",
    "files.write('few', 'abc'); const b = files.readBytes('few'); if (b[3] !== undefined || b.buffer.byteLength > 3) return b",
  ],
  [
    "to hand over a buffer that is gone",
    "const b = new ArrayBuffer(64); b.transfer(); files.write('gone', b); const r = files.readBytes('gone'); if (r.length > 0) return r",
  ],
  [
    "to change what lent functions stand on",
    "const was = [JSON.parse, String.prototype.slice]; JSON.parse = () => [S]; String.prototype.slice = () => S; try { var seen = files.list() } finally { [JSON.parse, String.prototype.slice] = was } if (seen.includes(S)) return seen",
  ],
];

/** In Node itself. */
export const nodeAttacks: readonly Attack[] = [
  ["to read the secret", "return fs.readFileSync(S, 'utf8')"],
  ["to read the program's state", "return fs.readdirSync(H)"],
  ["to read the passwords", "return fs.readFileSync('/etc/passwd', 'utf8')"],
  ["to list homes", "return fs.readdirSync('/root').concat(fs.readdirSync('/home'))"],
  ["to follow a link out", "fs.symlinkSync(S, 'link'); return fs.readFileSync('link', 'utf8')"],
  ["to link the secret in", "fs.linkSync(S, 'hard'); return fs.readFileSync('hard', 'utf8')"],
  ["to climb", "return fs.readFileSync('../../../../../..' + S, 'utf8')"],
  [
    "to read by the root of the first process",
    "return fs.readFileSync('/proc/1/root' + S, 'utf8')",
  ],
  [
    "to find the program's environment",
    "if (/DOCENT|KEY|TOKEN|VITEST/.test(JSON.stringify(process.env))) return process.env",
  ],
  [
    "to find it in /proc",
    "for (const pid of fs.readdirSync('/proc').filter((n) => /^\\d+$/.test(n))) { const e = fs.readFileSync('/proc/' + pid + '/environ', 'utf8'); if (/DOCENT|VITEST/.test(e)) return e }",
  ],
  [
    "to see paths of the machine in a command line",
    "for (const pid of fs.readdirSync('/proc').filter((n) => /^\\d+$/.test(n))) { const c = fs.readFileSync('/proc/' + pid + '/cmdline', 'utf8'); if (c.includes(H)) return c }",
  ],
  [
    "to write where the system's programs are",
    "fs.writeFileSync('/usr/bin/x', ''); return 'written'",
  ],
  ["to write in the root", "fs.writeFileSync('/x', ''); return 'written'"],
  [
    "to set the core pattern",
    "fs.writeFileSync('/proc/sys/kernel/core_pattern', '|/tmp/x'); return 'written'",
  ],
  ["to connect over v4", "return await reach({ host: '127.0.0.1', port: P })"],
  ["to connect over v6", "return await reach({ host: '::1', port: P6 })"],
  ["to connect over a unix socket", "return await reach({ path: U })"],
  ["to connect over an abstract socket", "return await reach({ path: '\\0' + A })"],
  [
    "to send by udp",
    "const s = dgram.createSocket('udp4'); return await new Promise((yes, no) => s.send('x', P, '10.0.0.1', (e) => (e ? no(e) : yes('sent'))))",
  ],
  ["to look a name up", "return await dns.promises.lookup('example.com')"],
  ["to fetch", "return await (await fetch('http://127.0.0.1:' + P)).text()"],
  [
    "to kill a process of the machine",
    "for (const pid of [Q]) { process.kill(pid, 0); return 'there' }",
  ],
  [
    "to become root outside",
    "return cp.execSync('unshare -Urm true 2>&1 && echo unshared').toString()",
  ],
  ["to mount", "return cp.execSync('mount -t tmpfs x /tmp 2>&1 && echo mounted').toString()"],
  ["to read a device", "return fs.readFileSync('/dev/mem') ?? fs.readFileSync('/dev/sda')"],
  ["to make a device", "return cp.execSync('mknod d b 8 0 2>&1 && head -c 1 d').toString()"],
  [
    "to leave a program that runs as its owner",
    "fs.copyFileSync('/usr/bin/id', 'id'); fs.chmodSync('id', 0o4755); if (fs.statSync('id').mode & 0o4000 && WALL === 'wall') return 'set'",
  ],
];

/** One program of many attempts; it prints a line of JSON for each. */
export function javascriptProgram(
  attacks: readonly Attack[],
  given: Record<string, unknown>,
  inNode: boolean,
): string {
  const names = Object.keys(given);
  const tools = inNode
    ? `const fs = await import('node:fs'); const cp = await import('node:child_process'); const net = await import('node:net'); const dgram = await import('node:dgram'); const dns = await import('node:dns');
const reach = (place) => new Promise((yes, no) => { const s = net.connect(place); s.on('error', no); s.on('connect', () => yes('connected')); });
const own = { fs, cp, dgram, dns, reach };`
    : "const own = {};";
  return `${tools}
const { stringify } = JSON;
const given = ${JSON.stringify(given)};
const Async = (async () => {}).constructor;
for (const [tries, code] of ${JSON.stringify(attacks)}) {
  const names = [...${JSON.stringify(names)}, ...Object.keys(own)];
  const values = [...Object.values(given), ...Object.values(own)];
  let line;
  try {
    const got = await new Async(...names, code)(...values);
    line = got === undefined ? { tries, met: 'nothing to be had' } : { tries, got: String(got).slice(0, 200) };
  } catch (error) {
    line = { tries, met: (error?.name ?? 'Error') + ': ' + String(error?.message ?? error).split('\\n')[0].slice(0, 120) };
  }
  console.log(stringify(line));
}
${inNode ? "process.exit(0);" : ""}`;
}
