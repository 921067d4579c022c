/** Counts answers and their time by route. Labels are a closed set: the route's template as in the log, no address. */
import type { FastifyInstance } from 'fastify'
import type { RequestMeter } from '#server/metrics/meters.ts'

export function measureRequests(app: FastifyInstance, meter: RequestMeter): void {
  app.addHook('onResponse', ({ routeOptions, method }, reply, done) => {
    const isOpenStream = routeOptions.config?.isStream === true && reply.statusCode === 200
    if (!isOpenStream) meter.answered(routeOptions.url ?? 'none', method, reply.statusCode, reply.elapsedTime / 1_000)
    done()
  })
}
