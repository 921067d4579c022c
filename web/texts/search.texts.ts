import type { SearchKind } from '#contract/search.ts'
import { plural } from '#web/lib/format/format.ts'

const kinds: Record<SearchKind, string> = {
  customer: 'Kunden',
  ticket: 'Tickets',
  request: 'Anfragen',
  service: 'Dienste',
  invoice: 'Rechnungen',
  dns_hostname: 'Hostnamen',
  dns_domain: 'Domains',
}

/** The search over everything. */
export const searchTexts = {
  open: 'Suchen',
  keys: 'Strg K',
  keysOnMac: '⌘ K',
  title: 'Im Portal suchen',
  placeholder: 'Name, Nummer oder Stichwort',
  ownSettings: 'Ihre Einstellungen',
  ofEachSite: 'bei jeder Anlage',
  ofEachCustomer: 'bei jedem Kunden',
  timerOfTicket: 'Im Menü eines Tickets, oder in dieser Suche bei seinem Treffer',
  kinds,
  results: 'Treffer',
  pages: 'Seiten und Einstellungen',
  hint: 'Suchen Sie nach einem Namen, einer Nummer oder einem Stichwort. Wortteile genügen.',
  found: (count: number) => plural(count, 'Treffer', 'Treffer'),
  nothing: (typed: string) => `Zu „${typed}“ wurde nichts gefunden.`,
  nothingHint: 'Gesucht wird nach Wörtern und ihren Teilen. Versuchen Sie es mit weniger Wörtern.',
  failed: 'Die Suche ist fehlgeschlagen.',
  allOf: (kind: string) => `Alle Treffer in ${kind} zeigen`,
  keysMove: 'wählen',
  keysOpen: 'öffnen',
  keysClose: 'schließen',
} as const
