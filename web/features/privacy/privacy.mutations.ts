import { useMutation, useQueryClient } from '@tanstack/react-query'
import { customerExports } from '#contract/customer-exports.ts'
import { erasures } from '#contract/erasures.ts'
import { call } from '#web/lib/api/api-client.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { erasureQuery } from './privacy.query-options.ts'

/** Requests an export of all data of a customer. */
export function useRequestExport(customerId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(customerExports.create, { params: { id: customerId } }),
    // Also after a refusal: another user may have requested one.
    onSettled: () => client.invalidateQueries({ queryKey: ['privacy', 'exports', customerId] }),
  })
}

/** Not a plain link: the server may require the password first. */
export function useDownloadExport(customerId: string) {
  return useMutation({
    mutationFn: async (exportId: string) =>
      saveFile(await call(customerExports.download, { params: { id: customerId, exportId } })),
  })
}

/** Requests the deletion of the account in two weeks. */
export function useRequestErasure(customerId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { confirmation: string }) => call(erasures.ask, { params: { id: customerId }, body }),
    onSuccess: saved => client.setQueryData(erasureQuery(customerId).queryKey, saved),
  })
}

/** Withdraws the requested deletion of the account. */
export function useWithdrawErasure(customerId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(erasures.withdraw, { params: { id: customerId } }),
    onSuccess: saved => client.setQueryData(erasureQuery(customerId).queryKey, saved),
    // It may have begun, or have been withdrawn by another user.
    onError: () => client.invalidateQueries({ queryKey: erasureQuery(customerId).queryKey }),
  })
}
