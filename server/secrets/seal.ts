/**
 * Secrets at rest: envelope encryption with AES-256-GCM (NIST SP 800-38D). Each value has its own key, wrapped by the
 * active key of the keys file: rotating that key rewrites no value. Both layers are bound to the location of the value:
 * moved to another row or column it cannot be opened.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { AppError } from '#server/app-error.ts'
import type { Keys } from '#server/keys.ts'

/** The location of a sealed value: its table, the id of its row, its column. */
export type SecretPlace = { readonly table: string; readonly id: string; readonly column: string }

const version = 'v1'
const keyBytes = 32
/** 96 bits, as GCM requires; random, which is safe for far more values than there are. */
const ivBytes = 12
const tagBytes = 16

/** `v1.<key id>.<wrapped key>.<value>`; each of the last two is base64url of iv, ciphertext and tag. */
export function sealSecret(keys: Keys, place: SecretPlace, secret: string): string {
  const key = randomBytes(keyBytes)
  const value = encrypt(key, place, Buffer.from(secret, 'utf8'))
  return join(keys.activeId, wrap(keys, keys.activeId, place, key), value)
}

/** The secret. Throws `secret.unreadable` when its key is not in the keys file or the value was changed or moved. */
export function openSecret(keys: Keys, place: SecretPlace, sealed: string): string {
  const { keyId, wrapped, value } = split(sealed)
  return decrypt(unwrap(keys, keyId, place, wrapped), place, value).toString('utf8')
}

/** The same value under the active key; its own key and the value itself stay. Throws `secret.unreadable`. */
export function rewrapSecret(keys: Keys, place: SecretPlace, sealed: string): string {
  const { keyId, wrapped, value } = split(sealed)
  return join(keys.activeId, wrap(keys, keys.activeId, place, unwrap(keys, keyId, place, wrapped)), value)
}

/** Whether the key of a value is in the keys file; the value itself may still have been changed or moved. */
export function isKeyOfSealedThere(keys: Keys, sealed: string): boolean {
  return keys.has(sealed.split('.')[1] ?? '')
}

/** The id of the key a value is wrapped with. */
export function sealedWith(sealed: string): string {
  return split(sealed).keyId
}

type Parts = { readonly keyId: string; readonly wrapped: Buffer; readonly value: Buffer }

function join(keyId: string, wrapped: Buffer, value: Buffer): string {
  return [version, keyId, wrapped.toString('base64url'), value.toString('base64url')].join('.')
}

function split(sealed: string): Parts {
  const [given, keyId = '', wrapped = '', value = '', ...more] = sealed.split('.')
  if (given !== version || more.length > 0) throw new AppError('secret.unreadable')
  return { keyId, wrapped: Buffer.from(wrapped, 'base64url'), value: Buffer.from(value, 'base64url') }
}

function wrap(keys: Keys, keyId: string, place: SecretPlace, key: Buffer): Buffer {
  return encrypt(wrappingKey(keys, keyId), place, key)
}

function unwrap(keys: Keys, keyId: string, place: SecretPlace, wrapped: Buffer): Buffer {
  if (!keys.has(keyId)) throw new AppError('secret.unreadable')
  return decrypt(wrappingKey(keys, keyId), place, wrapped)
}

function wrappingKey(keys: Keys, keyId: string): Buffer {
  return keys.derive('secrets', keyId)
}

function encrypt(key: Buffer, place: SecretPlace, plain: Buffer): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAAD(nameOf(place))
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Buffer, place: SecretPlace, sealed: Buffer): Buffer {
  if (sealed.length < ivBytes + tagBytes) throw new AppError('secret.unreadable')
  const iv = sealed.subarray(0, ivBytes)
  const tag = sealed.subarray(sealed.length - tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
  decipher.setAAD(nameOf(place)).setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()])
  } catch (error) {
    throw new AppError('secret.unreadable', { cause: error })
  }
}

/** None of the names holds a colon. */
function nameOf({ table, id, column }: SecretPlace): Buffer {
  return Buffer.from(`${table}:${id}:${column}`)
}
