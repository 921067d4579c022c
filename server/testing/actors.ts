/** Actors for pure tests; those with rows come from `buildActor`. */
import type { UserActor } from '#server/auth/actor.ts'

export const adminActor: UserActor = {
  kind: 'user',
  userId: 'admin',
  username: 'admin',
  name: 'Anna Admin',
  role: 'admin',
  customerId: 'business',
  sessionId: 's1',
  impersonation: null,
}

export const customerActor: UserActor = {
  ...adminActor,
  userId: 'kunde',
  username: 'kunde',
  name: 'Karl Kunde',
  role: 'customer',
  customerId: 'c1',
}

/** The admin while impersonating a customer. */
export const impersonatingActor: UserActor = {
  ...adminActor,
  impersonation: { customerId: 'c1', customerName: 'Karl Kunde', until: '2026-03-02T10:00:00.000Z' },
}
