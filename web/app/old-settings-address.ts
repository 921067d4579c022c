import { paths } from './paths.ts'
import { parseSearch, stringifySearch } from './search-params.ts'

/** The path of the settings section that an old address names in `?section=`, with its filters; undefined without one. */
export function settingsPathOf(searchText: string): string | undefined {
  const { section = '', ...filters } = parseSearch(searchText)
  const path = Object.hasOwn(oldSections, section) ? oldSections[section] : undefined
  return path && path + stringifySearch(filters)
}

/** Section names in old links and bookmarks, from when all sections shared one address. */
const oldSections: Readonly<Record<string, string>> = {
  profile: paths.adminCompany,
  users: paths.adminUsers,
  newsletter: paths.adminNewsletters,
  outbox: paths.adminOutbox,
  audit: paths.adminAuditLog,
  backups: paths.adminBackups,
}
