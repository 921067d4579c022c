/** The pages and settings that the search finds by name, limited to those the user may open. */
import type { LinkProps } from '@tanstack/react-router'
import { footerLinksOf } from '#web/app/layouts/footer-links.ts'
import { headerEntries } from '#web/app/layouts/header-entries.ts'
import { type Portal, portalPlaces } from '#web/app/layouts/portal-places.ts'
import { paths } from '#web/app/paths.ts'
import type { SearchPage } from '#web/features/search/search-pages.ts'
import { readPublicProfile } from '#web/lib/session/public-profile.ts'
import type { SessionState } from '#web/lib/session/session.ts'
import { settingsGroups } from '#web/pages/admin-portal/settings/sections.ts'
import { customerSettingsHeads, settingsHeads } from '#web/pages/user-settings-heads.ts'
import { searchTexts } from '#web/texts/search.texts.ts'
import { listWords, ownSettingsWords, sectionFields, sectionWords } from '#web/texts/search-words.texts.ts'
import { settingsTexts } from '#web/texts/settings.texts.ts'
import { shellTexts } from '#web/texts/shell.texts.ts'
import { actionPages, viewPages } from './view-pages.ts'

type Session = Pick<SessionState, 'isLoggedIn' | 'user' | 'impersonation'>

/** Pages in the order in which equally good matches are shown; each address once. */
export function pagesOf(portal: Portal, session: Session): SearchPage[] {
  const portalName = portal === 'admin' ? shellTexts.admin : shellTexts.customerPortal
  const pages = [
    ...portalPlaces[portal].map(({ label, to }) => ({ key: to, label, note: portalName, link: { to } })),
    ...(portal === 'admin' ? adminSettings() : []),
    ...ownSettings(session),
    ...viewPages[portal],
    ...actionPages[portal],
    ...listPages[portal],
    ...[...headerEntries(session), ...footerLinksOf(readPublicProfile())].map(({ label, to }) => ({
      key: to,
      label,
      note: '',
      link: { to },
    })),
  ]
  return pages.filter(({ key }, index) => pages.findIndex(page => page.key === key) === index)
}

function adminSettings(): SearchPage[] {
  return settingsGroups.flatMap(({ sections }) =>
    sections.map(({ key, to }) => {
      const { label, note } = settingsTexts.sections[key]
      return {
        key: to,
        label,
        note: `${settingsTexts.title} · ${note}`,
        words: sectionWords[key],
        fields: sectionFields[key],
        link: { to },
      }
    }),
  )
}

/** An admin who impersonates a customer has no access to that customer's account settings. */
function ownSettings({ user, impersonation }: Session): SearchPage[] {
  if (!user || impersonation) return []
  const heads = Object.values({ ...settingsHeads, ...(user.role === 'customer' ? customerSettingsHeads : {}) })
  return heads.map(({ id, title }) => ({
    key: `${paths.userSettings}#${id}`,
    label: title,
    note: searchTexts.ownSettings,
    words: ownSettingsWords[id],
    link: { to: paths.userSettings, hash: id },
  }))
}

/** Filtered lists that users search for by name, with the filters that the figures on the homes link to. */
const listPages: Readonly<Record<Portal, readonly SearchPage[]>> = {
  admin: [
    listPage('unpaid', { to: paths.adminInvoices, search: { paid: 'unpaid' } }),
    listPage('overdue', { to: paths.adminInvoices, search: { overdue: 'true' } }),
    listPage('drafts', { to: paths.adminInvoices, search: { state: 'draft' } }),
    listPage('toBill', { to: paths.adminTickets, search: { billing: 'open' } }),
    listPage('openWishes', { to: paths.adminTickets, search: { wishes: 'open' } }),
    listPage('inProgress', { to: paths.adminTickets, search: { progress: 'inProgress' } }),
    listPage('openRequests', { to: paths.adminRequests, search: { state: 'open' } }),
    listPage('newMessages', { to: paths.adminMessages, search: { state: 'new' } }),
    listPage('troubled', { to: paths.adminServices, search: { state: 'problem' } }),
  ],
  customer: [
    listPage('unpaid', { to: paths.customerInvoices, search: { paid: 'unpaid' } }),
    listPage('overdue', { to: paths.customerInvoices, search: { overdue: 'true' } }),
    listPage('inProgress', { to: paths.customerTickets, search: { progress: 'inProgress' } }),
    listPage('openRequests', { to: paths.customerRequests, search: { state: 'open' } }),
    listPage('newRequest', { to: paths.customerRequests, search: { dialog: 'new' } }),
    listPage('troubled', { to: paths.customerServices, search: { state: 'problem' } }),
  ],
}

function listPage(name: keyof typeof listWords, link: LinkProps): SearchPage {
  return { key: `${link.to} ${name}`, ...listWords[name], link }
}
