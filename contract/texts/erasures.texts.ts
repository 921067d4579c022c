/** The placeholder for deleted users and customers. */
export const erasedNames = { customer: 'Gelöschter Kunde', user: 'Gelöschter Benutzer' } as const
