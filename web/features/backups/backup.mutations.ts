import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Backup, backups } from '#contract/backups.ts'
import { addressOf, call } from '#web/lib/api/api-client.ts'
import { createIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { saveFrom } from '#web/lib/browser/save-file.ts'

/** Starts a backup. */
export function useStartBackup() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(backups.start, { idempotencyKey: createIdempotencyKey() }),
    // Also after a refusal: another admin may have started one.
    onSettled: () => client.invalidateQueries({ queryKey: ['backups'] }),
  })
}

/** Opens the download, for which the server may require the password. The browser saves the file. */
export function useDownloadBackup() {
  return useMutation({
    mutationFn: async ({ id, file }: Pick<Backup, 'id' | 'file'>) => {
      const { grant } = await call(backups.openDownload, { params: { id } })
      saveFrom(`${addressOf(backups.download, { id })}?${new URLSearchParams({ grant })}`, file)
    },
  })
}
