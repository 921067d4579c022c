import type { PriceBasis } from '#contract/prices.ts'
import { namedAmount } from '#contract/texts/prices.texts.ts'
import type { MailContent } from '#server/mail/layout.ts'
import { euroText } from '#server/units.ts'

type BudgetFacts = {
  number: string
  name: string
  customerName: string
  usedCents: number
  budgetCents: number
  /** The basis of both amounts; null where no tax is charged. */
  basis: PriceBasis | null
  level: 80 | 100
  /** The ticket's page for the recipient. */
  url: string
}

/** Notifies the customer or the business that a ticket's cost ceiling is nearly or fully used. */
export function budgetMail(facts: BudgetFacts, to: 'customer' | 'business'): MailContent {
  const state = stateOf(facts)
  const owner = to === 'customer' ? 'Ihres Tickets' : `des Tickets von ${facts.customerName}`
  const next =
    to === 'customer'
      ? 'Sie können den Kostenrahmen im Ticket jederzeit anpassen.'
      : 'Bitte stimmen Sie weitere Arbeiten mit dem Kunden ab. Der Kunde wurde ebenfalls benachrichtigt, sofern eine E-Mail-Adresse hinterlegt ist und Benachrichtigungen eingeschaltet sind.'
  return {
    subject: `Kostenrahmen ${state.short}: ${facts.number} ${facts.name}`,
    blocks: [
      { kind: 'paragraph', text: `der Kostenrahmen ${owner} „${facts.name}“ (${facts.number}) ist ${state.long}.` },
      {
        kind: 'facts',
        rows: [
          ['Kostenrahmen', namedAmount(euroText(facts.budgetCents), facts.basis)],
          ['Bisher angefallen', namedAmount(euroText(facts.usedCents), facts.basis)],
        ],
      },
      { kind: 'paragraph', text: next },
      { kind: 'button', label: 'Ticket öffnen', url: facts.url },
    ],
  }
}

function stateOf({ level, usedCents, budgetCents, basis }: BudgetFacts): { short: string; long: string } {
  if (level === 80) return { short: 'fast ausgeschöpft', long: 'zu mindestens 80\u00a0Prozent ausgeschöpft' }
  if (usedCents === budgetCents) return { short: 'ausgeschöpft', long: 'ausgeschöpft' }
  return { short: 'überschritten', long: `um ${namedAmount(euroText(usedCents - budgetCents), basis)} überschritten` }
}
