/** The form of a number series: `RE-{year}-{number:5}` is RE-2026-00042 in 2026 (decision 0072). Pure. */

/** The fixed beginning of the numbers of a year. */
export function prefixOf(form: string, year: string): string {
  return form.slice(0, form.indexOf('{number')).replaceAll('{year}', year)
}

export function numberOf(form: string, year: string, value: number): string {
  const digits = Number(/\{number:(\d)\}$/.exec(form)?.[1] ?? 1)
  return `${prefixOf(form, year)}${String(value).padStart(digits, '0')}`
}
