import { useQuery } from '@tanstack/react-query'
import type { EnergySite } from '#contract/energy-sites.ts'
import { ChannelsSection } from '#web/features/energy/channels-section.tsx'
import { channelsQuery } from '#web/features/energy/energy.query-options.ts'
import { RejectionsSection } from '#web/features/energy/rejections-section.tsx'
import { SiteKeyCard } from '#web/features/energy/site-key-card.tsx'
import { StoragesSection } from '#web/features/energy/storages-section.tsx'

/** What only the owner sees of a site: its channels, storages and the access of its senders. */
export function EnergySiteSetup({ site }: { site: EnergySite }) {
  const { data: channels } = useQuery(channelsQuery(site.id))
  return (
    <div className="grid grid-cols-1 gap-8">
      <ChannelsSection siteId={site.id} />
      <StoragesSection siteId={site.id} />
      <SiteKeyCard site={site} channelKey={channels?.results[0]?.key ?? 'grid'} />
      <RejectionsSection siteId={site.id} />
    </div>
  )
}
