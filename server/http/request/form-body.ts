/**
 * The forms mail programs send for one-click unsubscribe (RFC 8058, 3.1): the path has all information, the form none.
 */
import type { FastifyInstance } from 'fastify'

/** For the routes of this scope only: everywhere else the body is JSON. */
export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser<string>(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string' },
    (_request, _text, done) => done(null, {}),
  )
}
