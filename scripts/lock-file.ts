/** Reads npm's lock files, and completes the packages for other systems that npm omits. */
import { readFileSync } from 'node:fs'

export type LockedPackage = {
  version?: string
  integrity?: string
  cpu?: string[]
  dev?: true
  libc?: string[]
  optional?: boolean
  os?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export type LockFile = { packages: Record<string, LockedPackage> }

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

export function readLockFile(path: string): LockFile {
  // Written by npm, whose format is fixed by lockfileVersion 3.
  return JSON.parse(readFileSync(path, 'utf8')) as LockFile
}

/** Packages that another one needs and that are missing in the lock file: `npm ci` refuses to install then. */
export function missingPackages({ packages }: LockFile): { name: string; version: string; neededBy: string }[] {
  return Object.entries(packages).flatMap(([neededBy, locked]) =>
    Object.entries({ ...locked.dependencies, ...locked.optionalDependencies })
      .filter(([name]) => !isReachable(packages, neededBy, name))
      .map(([name, version]) => ({ name, version, neededBy })),
  )
}

/**
 * The lock file with an entry for every missing optional package. npm omits those its registry did not have; they are
 * programs for other systems, never fetched here, and their names contain the system.
 */
export function completed(lock: LockFile): LockFile {
  const added = missingPackages(lock).flatMap(({ name, version, neededBy }): [string, LockedPackage][] => {
    const owner = lock.packages[neededBy]
    if (owner?.optionalDependencies?.[name] === undefined) return []
    return [[`node_modules/${name}`, foreignPackage(name, version, owner.dev)]]
  })
  const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(added) })
  return { ...lock, packages: Object.fromEntries(packages.toSorted(([a], [b]) => a.localeCompare(b, 'en'))) }
}

function isReachable(packages: LockFile['packages'], from: string, name: string): boolean {
  if (packages[`${from === '' ? '' : `${from}/`}node_modules/${name}`] !== undefined) return true
  return from !== '' && isReachable(packages, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
}

function foreignPackage(name: string, version: string, dev: true | undefined): LockedPackage {
  const words = name.split(/[/-]/)
  const cpu = processors.filter(processor => words.includes(processor))
  const os = systems.filter(system => words.includes(system))
  return {
    version,
    ...(cpu.length > 0 && { cpu }),
    ...(dev && { dev }),
    ...(name.includes('musl') && { libc: ['musl'] }),
    optional: true,
    ...(os.length > 0 && { os }),
  }
}
