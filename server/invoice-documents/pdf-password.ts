/** The password of an invoice's locked copy. */
import { randomBytes } from 'node:crypto'

/** Without I, O, 0 and 1: readers of PDF files correct no look-alikes. ASCII, so every keyboard types it. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const groupsCount = 4
const groupLength = 4

/** `K7QM-X2FD-9HTA-PW4C`: 80 random bits. The hyphens belong to it. */
export function generatePdfPassword(): string {
  // 256 is a multiple of 32: no character is likelier than another.
  const group = () => [...randomBytes(groupLength)].map(byte => alphabet[byte % alphabet.length]).join('')
  return Array.from({ length: groupsCount }, group).join('-')
}
