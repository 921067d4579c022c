/** Storage of form drafts. Separate from the forms, so that a list can check for drafts without loading a form. */
import { readSession } from '#web/lib/session/session.ts'

type Draft = { userId: string | null; values: unknown }

const prefix = 'draft:'

/** True if a draft exists for the form on this path; a page then reopens the form's drawer. */
export function hasDraft(name: string): boolean {
  return readDraft(draftKey(name)) !== undefined
}

/** `name` distinguishes the forms of one path. */
export function draftKey(name: string, path = location.pathname): string {
  return `${prefix}${path}#${name}`
}

/** The draft of the current user; undefined if there is none. */
export function readDraft(key: string): unknown {
  try {
    const draft: Draft | null = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    const isOwn = draft?.userId === null || draft?.userId === readSession().user?.id
    return draft && isOwn ? draft.values : undefined
  } catch {
    return undefined
  }
}

/** Stores the values for the current user. A full or blocked storage loses the draft and nothing else. */
export function writeDraft(key: string, values: unknown): void {
  const draft: Draft = { userId: readSession().user?.id ?? null, values }
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    return
  }
}
