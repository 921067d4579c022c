/**
 * After `npm install` of a new package: adds entries that npm omitted from package-lock.json, so that `npm ci` accepts
 * it.
 */
import { writeFileSync } from 'node:fs'
import { completed, readLockFile } from './lock-file.ts'

writeFileSync('package-lock.json', `${JSON.stringify(completed(readLockFile('package-lock.json')), null, 2)}\n`)
