import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type CustomerLink,
  type CustomerLinkInput,
  customerLinks,
  type NewCustomerLink,
} from '#contract/customer-links.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { call } from '#web/lib/api/api-client.ts'
import { linksQuery } from './customer-link.query-options.ts'

export function useAddLink() {
  const refresh = useRefreshLinks()
  return useMutation({
    mutationFn: (input: { body: NewCustomerLink; idempotencyKey: string }) => call(customerLinks.create, input),
    onSuccess: refresh,
  })
}

export function useUpdateLink() {
  const refresh = useRefreshLinks()
  return useMutation({
    mutationFn: ({ id, revision, change }: { id: string; revision: number; change: Partial<CustomerLinkInput> }) =>
      call(customerLinks.update, { params: { id }, body: change, revision }),
    onSuccess: refresh,
  })
}

/** Refetches after a failure too: another user may have changed the link. */
export function useDeleteLink() {
  const refresh = useRefreshLinks()
  return useMutation({
    mutationFn: ({ id, revision }: Pick<CustomerLink, 'id' | 'revision'>) =>
      call(customerLinks.delete, { params: { id }, revision }),
    onSettled: refresh,
  })
}

/** Applied optimistically; several moves are sent in order, and only the last answer is used. */
export function useReorderLinks(customerId: string) {
  const client = useQueryClient()
  const { queryKey } = linksQuery(customerId)
  const mutationKey = [...queryKey, 'order']
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: (ids: string[]) => call(customerLinks.reorder, { body: { ids, customerId } }),
    onMutate: async ids => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, list => list && { ...list, results: inOrder(list.results, ids) })
    },
    onSuccess: stored => {
      if (client.isMutating({ mutationKey }) === 1) client.setQueryData(queryKey, stored)
    },
    onError: error => {
      showFailure(error)
      return client.invalidateQueries({ queryKey })
    },
  })
}

function inOrder(links: readonly CustomerLink[], ids: readonly string[]): CustomerLink[] {
  return ids.flatMap(id => links.find(link => link.id === id) ?? [])
}

function useRefreshLinks(): () => Promise<unknown> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['customer-links'] })
}
