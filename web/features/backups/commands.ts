import { useMutation, useQueryClient } from '@tanstack/react-query'
import { backups } from '#contract/backups.ts'
import { call } from '#web/lib/api.ts'
import { createIdempotencyKey } from '#web/lib/idempotency-key.ts'

/** Has a backup made now. */
export function useStartBackup() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(backups.start, { idempotencyKey: createIdempotencyKey() }),
    // Also when it was refused: somebody else may have begun one.
    onSettled: () => client.invalidateQueries({ queryKey: ['backups'] }),
  })
}
