/** Where drafts of forms wait for their form. Apart from the forms themselves, so that a list can ask without loading one. */
import { readSession } from '#web/lib/session/session.ts'

type Draft = { userId: string | null; values: unknown }

const prefix = 'draft:'

/** True when a draft waits for the form on this path; a page then opens the drawer the form stands in. */
export function hasDraft(name: string): boolean {
  return readDraft(draftKey(name)) !== undefined
}

/** `name` tells the forms of one path apart. */
export function draftKey(name: string): string {
  return `${prefix}${location.pathname}#${name}`
}

/** What was kept for the user who is here; undefined where there is nothing. */
export function readDraft(key: string): unknown {
  try {
    const draft: Draft | null = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    const isOwn = draft?.userId === null || draft?.userId === readSession().user?.id
    return draft && isOwn ? draft.values : undefined
  } catch {
    return undefined
  }
}

/** Keeps the values for the user who is here. A full or forbidden storage loses the draft, and nothing else. */
export function writeDraft(key: string, values: unknown): void {
  const draft: Draft = { userId: readSession().user?.id ?? null, values }
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    return
  }
}
