/**
 * Exits 0 when node_modules holds exactly the packages of package-lock.json, 1 otherwise. npm keeps a lock file of its
 * installation; packages for another processor or system are missing legitimately.
 */
import { readLockFile } from './lock-file.ts'

const wanted = readLockFile('package-lock.json').packages
const present = readLockFile('node_modules/.package-lock.json').packages

const isComplete = Object.entries(wanted).every(([path, locked]) => {
  const found = present[path]
  if (found === undefined) return path === '' || locked.optional === true
  return found.version === locked.version && found.integrity === locked.integrity
})
const hasNothingElse = Object.keys(present).every(path => path in wanted)

process.exitCode = isComplete && hasNothingElse ? 0 : 1
