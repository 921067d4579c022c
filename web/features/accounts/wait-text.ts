import { plural } from '#web/lib/format/format.ts'
import { accountTexts } from '#web/texts/accounts.texts.ts'

/** A wait as text, in seconds below two minutes and in minutes above: `42 Sekunden`, `3 Minuten`. */
export function waitText(seconds: number): string {
  return seconds < 120
    ? plural(seconds, accountTexts.second, accountTexts.seconds)
    : plural(Math.ceil(seconds / 60), accountTexts.minute, accountTexts.minutes)
}
