/** Where tests keep what lasts no longer than they: databases, browser profiles. */
import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'

/** Memory as a folder, on Linux. */
const memory = '/dev/shm'
const roomMin = 4 * 1024 ** 3

/**
 * Has this process and those it starts keep temporary files in memory where there is room, unless `TMPDIR` says where:
 * a database of PostgreSQL is hundreds of files, and the tests make hundreds of databases. Removed when it ends.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined || !isFit()) return
  const folder = mkdtempSync(`${memory}/kundenportal-`)
  // PostgreSQL runs as another user where root tests.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function isFit(): boolean {
  try {
    accessSync(memory, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(memory)
    const options = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map(line => line.split(' '))
      .find(([, place]) => place === memory)?.[3]
    // Containers often have a small one, or one from which nothing may be run.
    return bavail * bsize >= roomMin && options !== undefined && !options.split(',').includes('noexec')
  } catch {
    return false
  }
}
