import { describe, expect, it } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import { NetworkError, ProblemError } from '#web/lib/api/api-error.ts'
import { AccountUnclearError, ForbiddenError } from './guards.ts'
import { errorPageOf } from './route-error.tsx'

const retry = { label: 'Erneut versuchen', run: () => {} }

describe('the error page', () => {
  it('is the 404 page for a row that does not exist or belongs to others', () => {
    expect(errorPageOf(refusal(404, 'not_found'), retry)).toEqual({ statusCode: 404, description: 'Ein Satz.' })
  })

  it('is a 403, not a blank page, for a customer in the admin portal', () => {
    expect(errorPageOf(new ForbiddenError(), retry)).toMatchObject({ statusCode: 403 })
  })

  it('shows the id of a refused request and offers another try', () => {
    const page = errorPageOf(refusal(500, 'internal'), retry)
    expect(page).toEqual({ statusCode: 500, description: 'Ein Satz.', requestId: 'r-7', retry })
  })

  it('offers another try without network', () => {
    expect(errorPageOf(new NetworkError(undefined, true), retry)).toMatchObject({ statusCode: 503, retry })
  })

  it('keeps the status of an answer from a proxy', () => {
    const page = errorPageOf(new NetworkError(undefined, true, 504), retry)
    expect(page).toMatchObject({ statusCode: 504, retry })
    expect(page.statusMessage).toBeUndefined()
  })

  it('reports a missing account to a logged-in user and offers another try', () => {
    const page = errorPageOf(new AccountUnclearError(refusal(503, 'unavailable')), retry)
    expect(page).toMatchObject({ statusCode: 503, description: expect.stringContaining('angemeldet'), retry })
  })

  it.each([
    ['a page', new NetworkError(undefined, false, 404)],
    ['a problem document', refusal(404, 'not_found')],
  ])('is no missing page when a proxy answers 404 to the session with %s', (_, cause) => {
    const page = errorPageOf(new AccountUnclearError(cause), retry)
    expect(page).toEqual({ statusCode: 502, description: expect.stringContaining('angemeldet'), retry })
  })

  it('is not the 404 page when a proxy answers 404 to a call of the page', () => {
    expect(errorPageOf(new NetworkError(undefined, false, 404), retry)).toMatchObject({ statusCode: 502, retry })
  })

  it.each([
    'Failed to fetch dynamically imported module: https://portal.example/assets/x.js',
    'error loading dynamically imported module: https://portal.example/assets/x.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/x.css',
  ])('offers to load a newer version when a chunk is gone: %s', message => {
    expect(errorPageOf(new TypeError(message), retry).retry?.label).toBe('Neu laden')
  })

  it('does not show the message of an unexpected error', () => {
    const page = errorPageOf(new Error('x is not a function'), retry)
    expect(JSON.stringify(page)).not.toContain('x is not')
    expect(page.statusCode).toBeUndefined()
  })
})

function refusal(status: number, code: ErrorCode): ProblemError {
  return new ProblemError({ type: 'x', title: 'Ein Satz.', status, code, requestId: 'r-7' })
}
