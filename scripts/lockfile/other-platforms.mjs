/**
 * `npm ci` refuses a lockfile that lacks the optional packages of other platforms, and npm leaves them out whenever
 * the registry in use does not serve them. A parent names them with their exact version, and their names say for which
 * system they are; that is all a lockfile needs to leave them alone here and to fetch them there.
 */

/** Optional packages that a lockfile's packages name and the lockfile lacks, as `[key, entry]`. */
export function missingPlatforms(lock) {
  const missing = new Map();
  for (const [where, { optionalDependencies = {}, dev, devOptional }] of Object.entries(
    lock.packages,
  )) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isLocked(lock, where, name)) continue;
      const of = dev ? { dev: true } : devOptional ? { devOptional: true } : {};
      // In npm's own order, so that npm leaves the entry as it is.
      const { cpu, ...system } = systemOf(name);
      missing.set(`node_modules/${name}`, { version, cpu, ...of, ...system });
    }
  }
  return [...missing];
}

/** The same lockfile with those packages in it, in npm's order. */
export function withPlatforms(lock) {
  const packages = [...Object.entries(lock.packages), ...missingPlatforms(lock)];
  packages.sort(([a], [b]) => a.localeCompare(b, "en"));
  return { ...lock, packages: Object.fromEntries(packages) };
}

/** Looks for a package from a folder of node_modules upwards, as Node does. */
function isLocked(lock, where, name) {
  for (let at = where; ; ) {
    if (lock.packages[`${at === "" ? "" : `${at}/`}node_modules/${name}`] !== undefined)
      return true;
    if (at === "") return false;
    const parent = at.lastIndexOf("/node_modules/");
    at = parent === -1 ? "" : at.slice(0, parent);
  }
}

/** `@next/swc-darwin-arm64` -> `{ cpu: ["arm64"], optional: true, os: ["darwin"] }` */
function systemOf(name) {
  const found = /-(android|darwin|freebsd|linux|openharmony|wasm32|win32)-(\w+?)(?:-(\w+))?$/.exec(
    name,
  );
  if (found === null) throw new Error(`The name of ${name} does not say for which system it is.`);
  const [, os, cpu, abi] = found;
  if (os === "wasm32") return { cpu: ["wasm32"], optional: true };
  const libc = os !== "linux" ? {} : { libc: [/^musl/.test(abi ?? "") ? "musl" : "glibc"] };
  return { cpu: [cpu], ...libc, optional: true, os: [os] };
}
