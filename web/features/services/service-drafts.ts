/** The names under which unsaved input is kept; apart from the forms, so that a list can ask without loading one. */

export function serviceDraftName(service: { id: string } | null): string {
  return `service:${service?.id ?? 'new'}`
}

export function credentialDraftName(credential: { id: string } | null): string {
  return `credential:${credential?.id ?? 'new'}`
}

export function collectionDraftName(collection: { id: string } | null): string {
  return `collection:${collection?.id ?? 'new'}`
}
