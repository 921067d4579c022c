import { describe, expect, it } from 'vitest'
import { shownForm, shownSeries, storedForm } from './number-form-words.ts'

describe('the form of a number series', () => {
  it.each([
    ['RE-{year}-{number:5}', 'RE-{Jahr}-{Nummer:5}'],
    ['{number}', '{Nummer}'],
    ['{year}/{year}-{number:3}', '{Jahr}/{Jahr}-{Nummer:3}'],
  ])('%s is shown in German as %s, and stored as it was', (stored, shown) => {
    expect(shownForm(stored)).toBe(shown)
    expect(storedForm(shown)).toBe(stored)
  })

  it('is understood in any case, and with the words of the interface', () => {
    expect(storedForm('RE-{ jahr }-{NUMMER:5}')).toBe('RE-{year}-{number:5}')
    expect(storedForm('RE-{year}-{number:5}')).toBe('RE-{year}-{number:5}')
  })

  it.each([
    ['RE-{Jahr}-{Nummer:5}', undefined],
    ['RE-{Jahr}', 'number_series.form'],
    ['RE-{Monat}-{Nummer}', 'number_series.form'],
    ['', 'required'],
  ])('%s is checked as the server will: %s', (form, code) => {
    const { error } = shownSeries.safeParse({ kind: 'invoice', form, start: 1 })
    expect(error?.issues[0]?.message).toBe(code)
  })
})
