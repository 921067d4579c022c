import { contact } from '#contract/contact.ts'
import { bind } from '#server/http/bind.ts'
import { sendMessage } from './contact-message.commands.ts'

export const contactRoutes = bind('contact', contact, {
  send: async (context, { body }) => {
    await sendMessage(context, body)
    return undefined
  },
})
