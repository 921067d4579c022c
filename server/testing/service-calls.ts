/** Paths of the services of each kind, for tests of their endpoints. */
import { expect } from 'vitest'
import type { LoggedInClient } from './test-app.ts'

export type Kind = 'services' | 'device-services' | 'website-services' | 'application-services'

export const list = (kind: Kind, query = '') => `/api/backend/${kind}/${query === '' ? '' : `?${query}`}`
export const url = (kind: Kind, id: string) => `/api/backend/${kind}/${id}/`

/** Creates one as the form does; returns its JSON. */
export async function createService(admin: LoggedInClient, kind: Kind, body: object) {
  const answer = await admin.post(list(kind), body)
  expect(answer.statusCode, answer.body).toBe(201)
  expect(answer.headers.location).toBe(url(kind, answer.json().id))
  return answer.json()
}
