import { type PriceBasis, type Prices, type ShownPrice, shownPrice, shownRest } from '#contract/prices.ts'
import { namedAmount, priceText } from '#contract/texts/prices.texts.ts'
import type { MailContent } from '#server/mail/layout.ts'
import { euroText } from '#server/units.ts'

type BudgetFacts = {
  number: string
  name: string
  customerName: string
  usedCents: number
  budgetCents: number
  /** The basis of both amounts. */
  basis: PriceBasis
  /** The prices of the customer. */
  prices: Prices
  level: 80 | 100
  /** The ticket's page for the recipient. */
  url: string
}

/** Notifies the customer or the business that a ticket's cost ceiling is nearly or fully used. */
export function budgetMail(facts: BudgetFacts, to: 'customer' | 'business'): MailContent {
  const amounts = amountTexts(facts, to)
  const state = stateOf(facts, amounts.distance)
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
          ['Kostenrahmen', amounts.budget],
          ['Bisher angefallen', amounts.used],
        ],
      },
      { kind: 'paragraph', text: next },
      { kind: 'button', label: 'Ticket öffnen', url: facts.url },
    ],
  }
}

/** Net amounts of a ceiling carry their gross for a private customer, as on the screens. */
function amountTexts({ usedCents, budgetCents, basis, prices }: BudgetFacts, to: 'customer' | 'business') {
  if (to === 'customer' && basis === 'net' && prices.first === 'gross') {
    const text = (price: ShownPrice) => priceText(price, euroText)
    return {
      budget: text(shownPrice(budgetCents, prices)),
      used: text(shownPrice(usedCents, prices)),
      distance: text(shownRest(usedCents, budgetCents, prices)),
    }
  }
  const text = (cents: number) => namedAmount(euroText(cents), prices.vatRate === null ? null : basis)
  return { budget: text(budgetCents), used: text(usedCents), distance: text(usedCents - budgetCents) }
}

function stateOf({ level, usedCents, budgetCents }: BudgetFacts, distance: string): { short: string; long: string } {
  if (level === 80) return { short: 'fast ausgeschöpft', long: 'zu mindestens 80\u00a0Prozent ausgeschöpft' }
  if (usedCents === budgetCents) return { short: 'ausgeschöpft', long: 'ausgeschöpft' }
  return { short: 'überschritten', long: `um ${distance} überschritten` }
}
