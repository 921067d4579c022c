/** Whether the portal sends mails: without a mail server they stay in the outbox, and no sentence may claim otherwise. */
let isOn = true

/** As configured by the server. */
export function setMailSending(value: boolean): void {
  isOn = value
}

export function sendsMail(): boolean {
  return isOn
}

/** The sentence about a mail: the first if mails are sent, the second if they wait for a mail server. */
export function ofMail(sent: string, noted: string): string {
  return isOn ? sent : noted
}
