/** Paths of users, and the visible effects of a change, for tests of user administration. */
import type { Runtime } from '#server/context.ts'
import type { LoggedInClient } from './test-app.ts'

export const path = '/api/jfk-django-core/user/'
export const itemPath = (user: { id: string }) => `${path}${user.id}/`

export async function isLoggedIn(browser: LoggedInClient): Promise<boolean> {
  return (await browser.get('/api/auth/session/')).json().user?.id === browser.user.id
}

/** The audit log's lines about that user, in order. */
export async function auditOf({ db }: Runtime, userId: string) {
  return db
    .selectFrom('audit_entry')
    .select(['action', 'actor_user_id', 'details'])
    .where('subject_id', '=', userId)
    .orderBy('seq')
    .execute()
}
