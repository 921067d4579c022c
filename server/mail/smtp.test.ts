import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { openSmtpSink } from '#server/testing/smtp-sink.ts'
import { openSmtp, smtpOptions } from './smtp.ts'

test.each([
  ['smtp://post%40example.org:geheim@mail.example.org', true, 'post@example.org'],
  ['smtp://user:geheim@mail.example.org:587', true, 'kundenportal@mail.example.org'],
  ['smtp://mail.example.org', false, 'kundenportal@mail.example.org'],
  ['smtp://user:geheim@127.0.0.1:2525', false, 'kundenportal@localhost'],
])('%s requires encryption: %s; without a profile mails come from %s', (url, isDemanded, address) => {
  expect(smtpOptions(url).requireTLS).toBe(isDemanded)
  expect(openSmtp(url).fallbackAddress).toBe(address)
})

test('a server that offers no encryption gets no password', async () => {
  const sink = await openSmtpSink()
  const transport = createTransport({ ...smtpOptions(sink.url.replace('//', '//user:geheim@')), requireTLS: true })
  await expect(transport.sendMail({ from: 'a@example.org', to: 'b@example.org', text: 'x' })).rejects.toThrow()
  expect(sink.mails).toEqual([])
  await sink.close()
})
