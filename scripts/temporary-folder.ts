/** The folder for temporary data of tests: databases, browser profiles. */
import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'

/** A folder in memory, on Linux. */
const memory = '/dev/shm'
const roomMin = 4 * 1024 ** 3

/**
 * Lets this process and its children keep temporary files in memory where there is room, unless `TMPDIR` is set: a
 * PostgreSQL database is hundreds of files, and the tests create hundreds of databases. Removed at the end.
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
    // Containers often have a small one, or one mounted noexec.
    return bavail * bsize >= roomMin && options !== undefined && !options.split(',').includes('noexec')
  } catch {
    return false
  }
}
