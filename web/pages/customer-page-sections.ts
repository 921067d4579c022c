import { customerTexts } from '#web/texts/customers.texts.ts'

const { sections } = customerTexts

/** The sections of a customer's page by their names in the address, in the order of their links. The first has none. */
export const customerSections = [
  { section: undefined, label: sections.overview },
  { section: 'tickets', label: sections.tickets },
  { section: 'requests', label: sections.requests },
  { section: 'services', label: sections.services },
  { section: 'invoices', label: sections.invoices },
  { section: 'links', label: sections.links },
  { section: 'users', label: sections.users },
  { section: 'privacy', label: sections.privacy },
] as const
