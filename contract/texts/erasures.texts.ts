/** What stands where somebody is gone. */
export const erasedNames = { customer: 'Gelöschter Kunde', user: 'Gelöschter Benutzer' } as const
