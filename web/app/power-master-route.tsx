import { usePublicProfile } from '#web/lib/public-profile.ts'
import { PowerMasterPage } from '#web/pages/power-master.tsx'
import { NotFound } from './lazy-error.tsx'

/** /power-master, where the business shows it: otherwise there is no such page, as the server says with its status. */
export function PowerMasterRoute() {
  const { data: profile } = usePublicProfile()
  return profile?.powerMaster.isShown === false ? <NotFound /> : <PowerMasterPage />
}
