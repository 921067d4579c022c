/** Whether mails leave this portal: without a mail server they lie in the outbox, and no sentence may say otherwise. */
let isOn = true

/** As the server said at the start (`/config.json`). */
export function setMailSending(value: boolean): void {
  isOn = value
}

export function sendsMail(): boolean {
  return isOn
}

/** What is said of a mail: the first where mails leave, the second where they wait for a mail server. */
export function ofMail(sent: string, noted: string): string {
  return isOn ? sent : noted
}
