/** The form of a number series with German words, as the settings show it: `RE-{Jahr}-{Nummer:5}`. */
import * as z from 'zod/mini'
import { seriesInput } from '#contract/number-series.ts'

export function shownForm(form: string): string {
  return form.replaceAll('{year}', '{Jahr}').replaceAll('{number', '{Nummer')
}

/** The form as the server knows it; its own words are understood, too. */
export function storedForm(shown: string): string {
  return shown.replaceAll(/\{\s*jahr\s*\}/giu, '{year}').replaceAll(/\{\s*nummer/giu, '{number')
}

/** The values of the form with German words, checked as the server will. */
export const shownSeries = z.extend(seriesInput, {
  form: z.string('required').check(({ value, issues }) => {
    const stored = seriesInput.shape.form.safeParse(storedForm(value))
    for (const { message } of stored.error?.issues ?? []) issues.push({ code: 'custom', message, input: value })
  }),
})
