import { expect, it } from 'vitest'
import { renderMail } from '#server/mail/layout.ts'
import { answeredMail, newRequestMail } from './request.mails.ts'

const sender = {
  companyName: 'Musterwerk',
  ownerName: '',
  address: { street: '', zip: '', city: '', country: 'DE' },
  phone: '',
  email: 'post@musterwerk.example',
  website: '',
}
const url = 'https://portal.example.org/x'

it('names customer and subject to the business, and quotes the text', () => {
  const mail = renderMail(
    sender,
    newRequestMail({
      number: 'A-2026-0001',
      title: 'Wallbox <b>prüfen</b>',
      description: 'Zeile eins\nZeile zwei',
      priority: 'high',
      customerName: 'Anna Größl',
      files: 2,
      url,
    }),
  )
  expect(mail.subject).toBe('Neue Anfrage von Anna Größl: Wallbox <b>prüfen</b>')
  expect(mail.text).toContain('Priorität: Hoch\nAnhänge: 2')
  expect(mail.text).toContain('> Zeile eins\n> Zeile zwei')
  expect(mail.text).toContain(url)
  expect(mail.html).not.toContain('<b>prüfen')
})

it('informs the customer of the result of the request', () => {
  const facts = { number: 'A-2026-0001', title: 'Wallbox', url }
  const accepted = renderMail(sender, answeredMail({ ...facts, state: 'accepted', answer: '' }))
  expect(accepted.subject).toBe('Anfrage angenommen: A-2026-0001 Wallbox')
  expect(accepted.text).toContain('Ticket öffnen')
  expect(accepted.text).not.toContain('> ')
  const declined = renderMail(sender, answeredMail({ ...facts, state: 'declined', answer: 'Leider nicht.' }))
  expect(declined.subject).toBe('Antwort auf Ihre Anfrage: A-2026-0001 Wallbox')
  expect(declined.text).toContain('> Leider nicht.')
  expect(declined.text).toContain('Anfrage öffnen')
})
