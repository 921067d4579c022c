/** The keys of drafts, by which a page reopens a form. */
export function siteDraftName(site: { id: string } | null): string {
  return `energy-site:${site?.id ?? 'new'}`
}

export function channelDraftName(siteId: string, channel: { id: string } | null): string {
  return `energy-channel:${channel?.id ?? `new:${siteId}`}`
}

export function storageDraftName(siteId: string, storage: { id: string } | null): string {
  return `energy-storage:${storage?.id ?? `new:${siteId}`}`
}

export function tariffDraftName(siteId: string, tariff: { id: string } | null): string {
  return `energy-tariff:${tariff?.id ?? `new:${siteId}`}`
}
