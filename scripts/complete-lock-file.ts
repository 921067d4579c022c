/** After `npm install` of something new: adds what npm left out of package-lock.json, so that `npm ci` accepts it. */
import { writeFileSync } from 'node:fs'
import { completed, readLockFile } from './lock-file.ts'

writeFileSync('package-lock.json', `${JSON.stringify(completed(readLockFile('package-lock.json')), null, 2)}\n`)
