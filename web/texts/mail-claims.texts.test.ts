import { afterEach, expect, it } from 'vitest'
import { setMailSending } from '#web/lib/api/mail-sending.ts'
import { invoiceDocumentTexts } from './invoice-documents.texts.ts'
import { invoiceQuestionTexts } from './invoice-questions.texts.ts'
import { invoiceTexts } from './invoices.texts.ts'
import { requestTexts } from './requests.texts.ts'

afterEach(() => setMailSending(true))

it.each([
  ['publishing an invoice', () => invoiceTexts.publish.explanation('Weingut Größl', '119,00 € brutto')],
  ['cancelling an invoice', () => invoiceDocumentTexts.cancel.explanation],
  ['answering a question', () => invoiceQuestionTexts.answer.hint],
  ['accepting a request', () => requestTexts.accept.lead('Weingut Größl')],
  ['declining a request', () => requestTexts.decline.lead('Weingut Größl')],
])('%s promises no mail while there is no mail server', (_, sentence) => {
  expect(sentence()).toMatch(
    /per E-Mail (?:benachrichtigt|erhält)|erhält sie per E-Mail|bekommt (?:eine|sie als) E-Mail/,
  )
  setMailSending(false)
  expect(sentence()).not.toMatch(/benachrichtigt|bekommt|erhält/)
  expect(sentence()).toContain('vorgemerkt')
})
