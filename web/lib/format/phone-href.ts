/** A telephone number as people write it (`+49 (0) 30 / 12 34-5`) as a `tel:` address (RFC 3966). */
export function phoneHref(phone: string): string {
  return `tel:${phone.replace(/^(\+\d+\s*)\(0\)/, '$1').replace(/[^\d+]/g, '')}`
}
