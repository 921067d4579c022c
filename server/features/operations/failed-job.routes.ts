import { failedJobs } from '#contract/operations.ts'
import { bind } from '#server/http/bind.ts'
import { dismissFailedJob, retryFailedJob } from './failed-job.commands.ts'
import { presentFailedJob } from './failed-job.present.ts'
import { listFailedJobs } from './failed-job.queries.ts'

export const failedJobRoutes = bind('failedJobs', failedJobs, {
  list: async ({ db, scope }, { query }) => {
    const { count, rows } = await listFailedJobs(db, scope, query)
    return { count, results: rows.map(presentFailedJob) }
  },
  retry: async (context, { params }) => {
    await retryFailedJob(context, params.id)
    return undefined
  },
  dismiss: async (context, { params }) => {
    await dismissFailedJob(context, params.id)
    return undefined
  },
})
