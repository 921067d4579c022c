/** Amounts are sent as EUR and hours with two decimals (contract); inside they are integer cents and minutes. */

export function eurOf(cents: number): number {
  return cents / 100
}

export function centsOf(eur: number): number {
  return Math.round(eur * 100)
}

/** Hours with two decimals, as printed. */
export function hoursOf(minutes: number): number {
  return hundredthsOfHours(minutes) / 100
}

/** To the nearest minute: `minutesOf(hoursOf(m)) === m` for every whole m. */
export function minutesOf(hours: number): number {
  return Math.round(hours * 60)
}

export function hundredthsOfHours(minutes: number): number {
  return Math.round((minutes * 100) / 60)
}

/** `1.642,20 €`, as mails print it. */
export function euroText(cents: number): string {
  const [whole = '', fraction = ''] = (cents / 100).toFixed(2).split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${fraction} €`
}

/** `1,5`, as mails print it. */
export function hoursText(minutes: number): string {
  return String(hoursOf(minutes)).replace('.', ',')
}
