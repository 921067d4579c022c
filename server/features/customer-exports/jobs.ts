import { hourMs } from '#server/clock.ts'
import type { JobDefinition } from '#server/jobs/definition.ts'
import { makeExport } from './archive/commands.ts'
import { expireExports, exportJobKind } from './commands.ts'

export const customerExportJobs: readonly JobDefinition[] = [
  {
    kind: exportJobKind,
    // What `askForExport` has queued.
    run: (services, payload) => makeExport(services, (payload as { id: string }).id),
  },
  { kind: 'expire_customer_exports', everyMs: hourMs, run: services => expireExports(services) },
]
