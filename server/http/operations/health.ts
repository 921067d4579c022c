/** `/healthz`: the process is alive. `/readyz`: it can serve, which includes writing to the database. */
import type { FastifyInstance } from 'fastify'
import type { Runtime } from '#server/context.ts'
import { probeWrite } from '#server/database/copies/probe-write.ts'

/** Set when the process receives a stop signal: new requests go to other instances. */
export type Readiness = { isStopping: boolean }

/** The endpoint is public; the database is probed at most this often. */
const probeEveryMs = 2_000

export function registerHealth(app: FastifyInstance, runtime: Runtime, readiness: Readiness): void {
  const canWrite = createProbe(runtime)

  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (readiness.isStopping) return reply.code(503).send({ status: 'stopping' })
    if (!(await canWrite())) return reply.code(503).send({ status: 'database' })
    return reply.send({ status: 'ok' })
  })
}

/** Callers at the same time share one probe. */
function createProbe(runtime: Runtime): () => Promise<boolean> {
  let probe: Promise<boolean> | undefined
  let askedAtMs = Number.NEGATIVE_INFINITY

  return () => {
    const nowMs = runtime.clock.now().getTime()
    if (probe === undefined || nowMs - askedAtMs >= probeEveryMs) {
      askedAtMs = nowMs
      probe = probeWrite(runtime).then(
        () => true,
        (error: unknown) => {
          runtime.log.error({ err: error }, 'readiness')
          return false
        },
      )
    }
    return probe
  }
}
