/** Programs for the tests, as Debian packages them, unpacked but never installed. */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

export type DebianPrograms = {
  /** The unpacked tree, with `usr` in it. */
  readonly folder: string
  /** With it, the programs find each other and their libraries. */
  readonly env: Readonly<Record<string, string>>
}

/**
 * Installed servers would start and occupy their ports. So `apt-get` fetches the packages with lists and a cache of its
 * own, for root and for others, and `dpkg` unpacks them below `.cache`. Throws one plain sentence when that fails,
 * because tests are never skipped. `programs`: paths that must exist afterwards.
 */
export function findDebianPrograms(
  name: string,
  { packages, programs }: { readonly packages: readonly string[]; readonly programs: readonly string[] },
): DebianPrograms {
  const folder = resolve('.cache', name)
  const isThere = () => programs.every(program => existsSync(join(folder, program)))
  if (!isThere()) fetchTo(folder, packages)
  if (!isThere()) {
    throw new Error(
      `The tests could not fetch ${packages.join(', ')}: they use apt-get and dpkg of Debian or Ubuntu to get them without installing.`,
    )
  }
  const libraries = globSync(join(folder, 'usr/lib/*-linux-gnu*'))
  return {
    folder,
    env: {
      PATH: [join(folder, 'usr/sbin'), join(folder, 'usr/bin'), '/usr/sbin', '/usr/bin', '/bin'].join(':'),
      LD_LIBRARY_PATH: libraries.join(':'),
    },
  }
}

function fetchTo(folder: string, packages: readonly string[]): void {
  process.stderr.write(`Fetching ${packages.join(', ')} for the tests ...\n`)
  mkdirSync('.cache', { recursive: true })
  const work = mkdtempSync(resolve('.cache/fetch-'))
  try {
    for (const part of ['lists/partial', 'cache/archives/partial', 'tree']) {
      mkdirSync(join(work, part), { recursive: true })
    }
    const options = [
      `Dir::State::Lists=${work}/lists`,
      `Dir::Cache=${work}/cache`,
      'Dir::State::status=/var/lib/dpkg/status',
      'Debug::NoLocking=1',
      'APT::Sandbox::User=',
      'Acquire::Languages=none',
    ].flatMap(option => ['-o', option])
    const isFetched =
      run('apt-get', [...options, 'update', '-q']) &&
      run('apt-get', [...options, 'install', '-qy', '--no-install-recommends', '--download-only', ...packages])
    const archives = globSync(join(work, 'cache/archives/*.deb'))
    if (!isFetched || !archives.every(archive => run('dpkg', ['-x', archive, join(work, 'tree')]))) return
    rmSync(folder, { recursive: true, force: true })
    renameSync(join(work, 'tree'), folder)
  } catch (error) {
    // A concurrent test run was first.
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function run(command: string, args: readonly string[]): boolean {
  return spawnSync(command, [...args], { stdio: ['ignore', 'ignore', 'ignore'] }).status === 0
}
