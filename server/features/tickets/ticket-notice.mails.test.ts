import { expect, it } from 'vitest'
import * as mails from './ticket-notice.mails.ts'

const ticket = { number: 'T-2026-0417', name: 'Heizung' }
const entry = { name: 'Thermostat', description: '', minutes: 60, total_cents: 5_000 }
const url = 'https://portal.example.org/ticket'
const subjects: Record<keyof typeof mails, string> = {
  entryMail: mails.entryMail(ticket, entry, { first: 'gross', vatRate: 19 }, url).subject,
  wishMail: mails.wishMail(ticket, entry, 'Bäckerei Krümel', url).subject,
  wishesSubject: mails.wishesSubject(ticket),
  finishedMail: mails.finishedMail(ticket, url).subject,
  ticketNewsSubject: mails.ticketNewsSubject(ticket),
}

it.each(Object.entries(subjects))('the subject of %s names the number of the ticket', (_, subject) => {
  expect(subject).toContain(ticket.number)
})

it('covers every mail about a ticket', () => {
  expect(Object.keys(subjects).toSorted()).toEqual(Object.keys(mails).toSorted())
})
