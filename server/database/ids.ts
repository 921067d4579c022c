/** Ids are UUIDv7 text (RFC 9562): globally unique, and in order of creation. */
import { UUID, uuidv4, uuidv7 } from 'uuidv7'

/**
 * A new id. With `at` it carries that instant instead of now (demo data); `random` returns numbers from 0 to below 1
 * and makes it repeatable.
 */
export function newId(at?: Date, random: () => number = Math.random): string {
  if (at === undefined) return uuidv7()
  const bits = (count: number) => Math.floor(random() * 2 ** count)
  return UUID.fromFieldsV7(at.getTime(), bits(12), bits(30), bits(32)).toString()
}

/** An id that does not reveal its time of creation (UUIDv4), where readers may see the id but not its row. */
export function newRandomId(): string {
  return uuidv4()
}
