/** Numbers and dates as the paper prints them. No `Intl`: the same bytes with every version of its data. */

/** `1.642,20 €`, `−38,63 €`. */
export function printedEuros(cents: number): string {
  return `${decimal(cents, 2, 2)}\u00a0€`
}

/** `95,00 €`, `0,3055 €`, of ten-thousandths. */
export function printedUnitPrice(unitPriceE4: number): string {
  return `${decimal(unitPriceE4, 4, 2)}\u00a0€`
}

/** `1,75`, `2`, `−0,125`, of thousandths; hours with two decimals at least. */
export function printedQuantity(quantityMilli: number, decimalsMin: number): string {
  return decimal(quantityMilli, 3, decimalsMin)
}

/** `6,50`, of hundredths. */
export function printedHours(hoursHundredths: number): string {
  return decimal(hoursHundredths, 2, 2)
}

/** `19 %`, `7,5 %`, of hundredths of a percent. */
export function printedRate(rate: number): string {
  return `${decimal(rate, 2, 0)}\u00a0%`
}

/** `02.11.2026`, of `2026-11-02`. */
export function printedDate(date: string): string {
  return date.split('-').toReversed().join('.')
}

/** `14.10.2026`, `01.10. – 31.10.2026`, `20.12.2026 – 10.01.2027`. */
export function printedPeriod(from: string, to: string): string {
  if (from === to) return printedDate(to)
  const start = from.slice(0, 4) === to.slice(0, 4) ? printedDate(from).slice(0, -4) : printedDate(from)
  return `${start} – ${printedDate(to)}`
}

/** Groups of four, as on a transfer form. */
export function printedIban(iban: string): string {
  return (iban.replaceAll(/\s/g, '').match(/.{1,4}/g) ?? []).join('\u00a0')
}

/** `www.example.org`, of `https://www.example.org/`. */
export function printedWebsite(address: string): string {
  return address.replace(/^https?:\/\//i, '').replace(/\/$/, '')
}

/** Trailing zeros go down to the least number of decimals. The minus sign is as wide as a figure. */
function decimal(value: number, decimals: number, decimalsMin: number): string {
  const digits = String(Math.abs(value)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals).replaceAll(/\B(?=(\d{3})+$)/g, '.')
  const fraction = digits
    .slice(digits.length - decimals)
    .replace(/0+$/, '')
    .padEnd(decimalsMin, '0')
  return `${value < 0 ? '−' : ''}${whole}${fraction === '' ? '' : `,${fraction}`}`
}
