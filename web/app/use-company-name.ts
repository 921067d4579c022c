import { usePublicProfile } from '#web/lib/session/public-profile.ts'
import { shellTexts } from '#web/texts/shell.texts.ts'

/** The company's name from its profile; a neutral word before the initial set-up. */
export function useCompanyName(): string {
  const { data } = usePublicProfile()
  return data?.companyName || shellTexts.company
}
