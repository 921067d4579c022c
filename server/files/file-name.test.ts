import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { fileMediaTypes } from '#contract/files.ts'
import { fileNameLengthMax } from '#contract/limits.ts'
import { cleanFileName } from './file-name.ts'

describe('the name of an uploaded file', () => {
  it.each([
    ['Angebot Größl.pdf', 'Angebot Größl.pdf'],
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\Users\\Kim\\Zählerschrank.PDF', 'Zählerschrank.PDF'],
    ['rechnung.exe', 'rechnung.exe.pdf'],
    ['anhang.pdf.hta', 'anhang.pdf.hta.pdf'],
    ['foto.jpg', 'foto.jpg.pdf'],
    ['rechnung\u202efdp.exe', 'rechnung fdp.exe.pdf'],
    ['zwei\r\nZeilen.pdf', 'zwei Zeilen.pdf'],
    ['a"b<c>d|e?f*g:h.pdf', 'a b c d e f g h.pdf'],
    ['Plan %22Keller%22%0D%0Aneu.pdf', 'Plan Keller neu.pdf'],
    ['20%2030%.pdf', '20%2030%.pdf'],
    ['.pdf', 'pdf.pdf'],
    ['  ...  ', 'Datei.pdf'],
    ['', 'Datei.pdf'],
    ['Plan..pdf', 'Plan.pdf'],
  ])('%j is stored as %j', (given, kept) => {
    expect(cleanFileName(given, 'application/pdf')).toBe(kept)
  })

  it('keeps the usual extensions of its type', () => {
    expect(cleanFileName('IMG_1.JPEG', 'image/jpeg')).toBe('IMG_1.JPEG')
    expect(cleanFileName('IMG_1.HEIF', 'image/heic')).toBe('IMG_1.HEIF')
    expect(cleanFileName('IMG_1', 'image/png')).toBe('IMG_1.png')
  })

  it('has at most the maximum length, extension included', () => {
    expect(cleanFileName(`${'ö'.repeat(500)}.pdf`, 'application/pdf')).toBe(`${'ö'.repeat(fileNameLengthMax - 4)}.pdf`)
  })

  test('for any input, the name can be stored, shown in one line and saved', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...fileMediaTypes), (given, type) => {
        const name = cleanFileName(given, type)
        expect([...name].length).toBeLessThanOrEqual(fileNameLengthMax)
        expect(name).toMatch(/^[^./\\][^/\\]*\.\w{2,4}$/u)
        expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}"]/u)
        expect(cleanFileName(name, type)).toBe(name)
      }),
      { numRuns: 500 },
    )
  })
})
