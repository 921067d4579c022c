import { usePublicProfile } from '#web/lib/session/public-profile.ts'
import { shellTexts } from '#web/texts/shell.texts.ts'

/** The company as its profile names it; a neutral word before the first set-up. */
export function useCompanyName(): string {
  const { data } = usePublicProfile()
  return data?.companyName || shellTexts.company
}
