import { hourMs } from '#server/clock.ts'
import type { JobDefinition } from '#server/jobs/definition.ts'
import { expireExports, exportJobKind } from './customer-export.commands.ts'
import { makeExport } from './customer-export-archive.commands.ts'

export const customerExportJobs: readonly JobDefinition[] = [
  {
    kind: exportJobKind,
    // Runs exports queued by `askForExport`.
    run: (runtime, payload) => makeExport(runtime, (payload as { id: string }).id),
  },
  { kind: 'expire_customer_exports', everyMs: hourMs, run: runtime => expireExports(runtime) },
]
