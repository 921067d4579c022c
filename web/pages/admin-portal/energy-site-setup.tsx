import { useQuery } from '@tanstack/react-query'
import type { EnergyChannel } from '#contract/energy-channels.ts'
import type { EnergySite } from '#contract/energy-sites.ts'
import { ChannelsSection } from '#web/features/energy/channels-section.tsx'
import { channelsQuery } from '#web/features/energy/energy.query-options.ts'
import { ProposalsSection } from '#web/features/energy/proposals-section.tsx'
import { RejectionsSection } from '#web/features/energy/rejections-section.tsx'
import { SiteKeyCard } from '#web/features/energy/site-key-card.tsx'
import { StoragesSection } from '#web/features/energy/storages-section.tsx'
import { siteAccessId } from './site-access-notice.tsx'

/** The owner's part of a site: unassigned values, channels, storages and the access of its senders. */
export function EnergySiteSetup({ site }: { site: EnergySite }) {
  const { data: channels } = useQuery(channelsQuery(site.id))
  return (
    <div className="grid grid-cols-1 gap-8">
      <ProposalsSection siteId={site.id} />
      <ChannelsSection siteId={site.id} />
      <StoragesSection siteId={site.id} />
      <div id={siteAccessId} tabIndex={-1} className="outline-none">
        <SiteKeyCard site={site} channelKey={exampleKey(channels?.results ?? [])} />
      </div>
      <RejectionsSection siteId={site.id} />
    </div>
  )
}

/** The examples send a power. As a counter it would be refused for days, until the true value comes near. */
function exampleKey(channels: readonly EnergyChannel[]): string {
  return channels.find(({ measure }) => measure === 'power')?.key ?? 'grid'
}
