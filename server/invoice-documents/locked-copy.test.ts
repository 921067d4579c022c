import { describe, expect, test } from 'vitest'
import { invoiceSamples } from '#server/testing/invoice-samples.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { renderLockedCopy } from './invoice-files.ts'
import { generatePdfPassword } from './pdf-password.ts'

const password = generatePdfPassword()
const locked = await renderLockedCopy(invoiceSamples.standard, { password, logo: null })

describe('the locked copy', () => {
  test.each([
    ['no password', undefined],
    ['another password', generatePdfPassword()],
    ['the password without its hyphens', password.replaceAll('-', '')],
  ])('does not open with %s', async (_, tried) => {
    await expect(readPdf(locked, async pdf => pdf.numPages, tried)).rejects.toThrow(/password/i)
  })

  test('opens with its password', async () => {
    expect(await readPdf(locked, async pdf => pdf.numPages, password)).toBe(1)
  })

  test('is encrypted with AES-256, revision 6', () => {
    const text = Buffer.from(locked).toString('latin1')
    const entries = [/\/V \d/, /\/R \d/, /\/CFM \/\w+/].map(entry => entry.exec(text)?.[0])
    expect(entries).toEqual(['/V 5', '/R 6', '/CFM /AESV3'])
  })

  test('may be printed, copied and read aloud, and not changed', async () => {
    const permissions = await readPdf(locked, pdf => pdf.getPermissions(), password)
    // Bits 3, 5, 10 and 12 of ISO 32000-1, table 22.
    expect(new Set(permissions)).toEqual(new Set([0x04, 0x10, 0x200, 0x800]))
  })

  test('claims no PDF/A', async () => {
    const claims = await readPdf(
      locked,
      async pdf => {
        const { metadata } = await pdf.getMetadata()
        return ['pdfaid:part', 'pdfuaid:part', 'fx:conformancelevel'].map(name => metadata?.get(name) ?? null)
      },
      password,
    )
    expect(claims).toEqual([null, null, null])
  })

  test('contains neither password nor text in the clear', () => {
    const text = Buffer.from(locked).toString('latin1')
    const found = [password, invoiceSamples.standard.number].filter(secret => text.includes(secret))
    expect(found).toEqual([])
  })
})

test('passwords are sixteen letters and figures in fours, without look-alikes, and never the same', () => {
  const passwords = Array.from({ length: 500 }, generatePdfPassword)
  for (const one of passwords) expect(one).toMatch(/^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/)
  expect(new Set(passwords).size).toBe(500)
  // 32 characters, five bits each: 80 bits.
  expect(new Set(passwords.join('').replaceAll('-', '')).size).toBe(32)
})
