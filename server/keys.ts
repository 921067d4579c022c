/** The secret keys of the installation: one file, readable by its owner only. Everything else is derived from it. */
import { hkdfSync, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '#server/start-error.ts'

const keyBytes = 32

export type Keys = {
  /** Id of the key for new values. */
  readonly activeId: string
  /** Whether the file holds this key; an unknown one is looked up again, because it may have been added. */
  has(keyId: string): boolean
  /**
   * 32 bytes for one purpose, by HKDF-SHA256 (RFC 5869) from the active key unless another id is given.
   * The same purpose gives the same bytes; purposes reveal nothing about each other. Throws for an unknown id.
   */
  derive(purpose: string, keyId?: string): Buffer
}

/** The keys file cannot be used; the message is one plain sentence. */
export class KeysError extends StartError {
  override readonly name = 'KeysError'
}

/**
 * Opens the keys file, or creates it with one new key (mode 0600). Throws KeysError when it is damaged or readable by
 * others.
 */
export function openKeys(file: string): Keys {
  try {
    makeKeysFile(file)
    return keysFrom(readKeysFile(file), () => readKeysFile(file))
  } catch (error) {
    if (error instanceof KeysError || !(error instanceof Error && 'code' in error)) throw error
    throw new KeysError(`The keys file ${file} cannot be made or read: ${error.message}.`, { cause: error })
  }
}

/** Keys that live in memory only. */
export function newKeys(): Keys {
  return keysFromText(newKeyLine())
}

/** Keys in the form of a keys file. Throws KeysError. */
export function keysFromText(text: string): Keys {
  return keysFrom(parseKeys(text, 'memory'))
}

/** Adds a new key in front of the others: it is active from the next start on. Returns its id. Throws KeysError. */
export function addKey(file: string): string {
  readKeysFile(file)
  const line = newKeyLine()
  const draft = writeDraft(file, line + readFileSync(file, 'utf8'))
  renameSync(draft, file)
  return line.split('=')[0] ?? ''
}

/**
 * Written separately and linked into place: another process that starts at the same time sees a complete file or none.
 */
function makeKeysFile(file: string): void {
  if (existsSync(file)) return
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = writeDraft(file, newKeyLine())
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    unlinkSync(draft)
  }
}

/** A file next to that one, on the disk when this returns. Returns its path. */
function writeDraft(file: string, text: string): string {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const descriptor = openSync(draft, 'wx', 0o600)
  try {
    writeSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  return draft
}

function newKeyLine(): string {
  return `${randomBytes(4).toString('hex')}=${randomBytes(keyBytes).toString('base64')}\n`
}

function readKeysFile(file: string): Map<string, Buffer> {
  const descriptor = openSync(file, 'r')
  try {
    if ((fstatSync(descriptor).mode & 0o077) !== 0) {
      throw new KeysError(`The keys file ${file} can be read by others; run "chmod 600 ${file}".`)
    }
    return parseKeys(readFileSync(descriptor, 'utf8'), file)
  } finally {
    closeSync(descriptor)
  }
}

/** Lines of `id=base64`; the first is the active key. Empty lines and lines with # are skipped. */
function parseKeys(text: string, file: string): Map<string, Buffer> {
  const keys = new Map<string, Buffer>()
  for (const line of text.split('\n').map(part => part.trim())) {
    if (line === '' || line.startsWith('#')) continue
    const match = /^([A-Za-z0-9_-]{1,32})=([A-Za-z0-9+/]+={0,2})$/.exec(line)
    const key = Buffer.from(match?.[2] ?? '', 'base64')
    // The line itself is never repeated: it is a secret.
    if (match?.[1] === undefined || key.length < keyBytes || keys.has(match[1])) {
      throw new KeysError(
        `The keys file ${file} has a line that is not "id=base64" with a new id and at least 32 bytes.`,
      )
    }
    keys.set(match[1], key)
  }
  if (keys.size === 0) throw new KeysError(`The keys file ${file} holds no key; restore it from your copy.`)
  return keys
}

function keysFrom(read: Map<string, Buffer>, readAgain = () => read): Keys {
  let keys = read
  const [activeId = ''] = keys.keys()
  const derived = new Map<string, Buffer>()
  return {
    activeId,
    has(keyId) {
      if (!keys.has(keyId)) keys = readAgain()
      return keys.has(keyId)
    },
    derive(purpose, keyId = activeId) {
      const name = `${keyId}:${purpose}`
      const known = derived.get(name)
      if (known) return known
      const key = keys.get(keyId)
      if (key === undefined) throw new KeysError(`There is no key with the id ${keyId} in the keys file.`)
      const made = Buffer.from(hkdfSync('sha256', key, '', `kundenportal:${purpose}`, keyBytes))
      derived.set(name, made)
      return made
    },
  }
}
