/** Keys of drafts; separate from the forms, so that a list can check for drafts without loading a form. */

export function serviceDraftName(service: { id: string } | null): string {
  return `service:${service?.id ?? 'new'}`
}

export function credentialDraftName(credential: { id: string } | null): string {
  return `credential:${credential?.id ?? 'new'}`
}

export function collectionDraftName(collection: { id: string } | null): string {
  return `collection:${collection?.id ?? 'new'}`
}
