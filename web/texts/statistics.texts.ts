import type { WorkMonth } from '#contract/statistics.ts'
import { formatHours, formatLongMonth } from '#web/lib/format/format.ts'

/** Work and revenue over time. */
export const statisticsTexts = {
  title: 'Stunden und Umsatz',
  lead: 'Geleistete Arbeit der letzten zwölf Monate nach dem Datum der Einträge, Beträge ohne Umsatzsteuer.',
  hours: 'Stunden',
  hoursShort: (hours: string) => `${hours}\u00a0Std.`,
  revenue: 'Umsatz',
  billed: 'Abgerechnet',
  open: 'Nicht abgerechnet',
  month: 'Monat',
  total: 'Gesamt',
  running: (month: string) => `${month} bisher`,
  asTable: 'Als Tabelle zeigen',
  tableCaption: 'Stunden und Umsatz der letzten zwölf Monate',
  hoursSummary: (most: WorkMonth, last: WorkMonth) =>
    `Stunden je Monat. Am meisten im ${formatLongMonth(most.month)} mit ${formatHours(most.hours)}\u00a0Stunden, im laufenden Monat bisher ${formatHours(last.hours)}.`,
  revenueSummary: (most: WorkMonth, mostRevenue: string, lastRevenue: string) =>
    `Umsatz je Monat, abgerechnet und nicht abgerechnet. Am meisten im ${formatLongMonth(most.month)} mit ${mostRevenue}, im laufenden Monat bisher ${lastRevenue}.`,
  customer: {
    label: 'Dieser Kunde in Zahlen',
    hours: 'Geleistete Stunden',
    open: 'Nicht abgerechnet',
    unpaid: 'Offene Rechnungen',
    paid: 'Bezahlte Rechnungen',
  },
  failed: 'Stunden und Umsatz konnten nicht geladen werden.',
} as const
