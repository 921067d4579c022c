import { useMutation, useQueryClient } from '@tanstack/react-query'
import { customerExports } from '#contract/customer-exports.ts'
import { erasures } from '#contract/erasures.ts'
import { call } from '#web/lib/api/api-client.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { erasureQuery } from './privacy.query-options.ts'

/** Has everything about a customer packed. */
export function useAskForExport(customerId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(customerExports.create, { params: { id: customerId } }),
    // Also when it was refused: somebody else may have asked.
    onSettled: () => client.invalidateQueries({ queryKey: ['privacy', 'exports', customerId] }),
  })
}

/** Not by a link: the server may want the own password first. */
export function useDownloadExport(customerId: string) {
  return useMutation({
    mutationFn: async (exportId: string) =>
      saveFile(await call(customerExports.download, { params: { id: customerId, exportId } })),
  })
}

/** Has the account deleted in two weeks. */
export function useAskForErasure(customerId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { confirmation: string }) => call(erasures.ask, { params: { id: customerId }, body }),
    onSuccess: saved => client.setQueryData(erasureQuery(customerId).queryKey, saved),
  })
}

export function useWithdrawErasure(customerId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(erasures.withdraw, { params: { id: customerId } }),
    onSuccess: saved => client.setQueryData(erasureQuery(customerId).queryKey, saved),
  })
}
