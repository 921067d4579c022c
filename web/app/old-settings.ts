import { paths } from './paths.ts'
import { parseSearch, stringifySearch } from './search-params.ts'

/** Where the section that an address named by `?section=` stands now, with its filters; undefined without one. */
export function settingsPathOf(searchText: string): string | undefined {
  const { section = '', ...filters } = parseSearch(searchText)
  const path = Object.hasOwn(oldSections, section) ? oldSections[section] : undefined
  return path && path + stringifySearch(filters)
}

/** The sections as links and bookmarks named them while they shared one address. */
const oldSections: Readonly<Record<string, string>> = {
  profile: paths.adminCompany,
  users: paths.adminUsers,
  newsletter: paths.adminNewsletters,
  outbox: paths.adminOutbox,
  audit: paths.adminAuditLog,
  backups: paths.adminBackups,
}
