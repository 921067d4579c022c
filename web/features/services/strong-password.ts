/** Omits characters that are ambiguous when read aloud or copied by hand: 0 O o, 1 l I. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const groups = 4
const groupLength = 5
/** Higher bytes would make the first letters more likely. */
const fairBytes = 256 - (256 % letters.length)

/**
 * A password to type into a device: four groups of five letters and digits, about 115 random bits. It satisfies the
 * usual rules of other systems: a lower-case and an upper-case letter, a digit, a hyphen.
 */
export function strongPassword(randomByte: () => number = secureByte): string {
  const password = Array.from({ length: groups }, () => group(randomByte)).join('-')
  return [/[a-z]/, /[A-Z]/, /\d/].every(kind => kind.test(password)) ? password : strongPassword(randomByte)
}

function group(randomByte: () => number): string {
  return Array.from({ length: groupLength }, () => letter(randomByte)).join('')
}

function letter(randomByte: () => number): string {
  const byte = randomByte()
  return byte < fairBytes ? letters.charAt(byte % letters.length) : letter(randomByte)
}

function secureByte(): number {
  return crypto.getRandomValues(new Uint8Array(1))[0] ?? 0
}
