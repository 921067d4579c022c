import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminFaq, type EditableFaqEntry, type FaqTextInput } from '#contract/faq.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { call } from '#web/lib/api/api-client.ts'
import { editableFaqEntryQuery, editableFaqQuery } from './faq-editing.query-options.ts'

export function useAddFaq() {
  const refresh = useRefreshFaq()
  return useMutation({
    mutationFn: (input: { body: FaqTextInput; idempotencyKey: string }) => call(adminFaq.create, input),
    onSuccess: refresh,
  })
}

export function useUpdateFaq() {
  const client = useQueryClient()
  const refresh = useRefreshFaq()
  return useMutation({
    mutationFn: ({ id, revision, change }: { id: string; revision: number; change: Partial<FaqTextInput> }) =>
      call(adminFaq.update, { params: { id }, body: change, revision }),
    onSuccess: saved => {
      client.setQueryData(editableFaqEntryQuery(saved.id).queryKey, saved)
      return refresh()
    },
  })
}

/** Refetches after a failure too: another user may have changed the question. */
export function useDeleteFaq() {
  const refresh = useRefreshFaq()
  return useMutation({
    mutationFn: ({ id, revision }: Pick<EditableFaqEntry, 'id' | 'revision'>) =>
      call(adminFaq.delete, { params: { id }, revision }),
    onSettled: refresh,
  })
}

/** Applied optimistically; several moves are sent in order, and the list is refetched after the last one. */
export function useReorderFaq() {
  const client = useQueryClient()
  const refresh = useRefreshFaq()
  const { queryKey } = editableFaqQuery({})
  const mutationKey = ['faq', 'order']
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: (ids: string[]) => call(adminFaq.reorder, { body: { ids } }),
    onMutate: async ids => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, entries => entries && inOrder(entries, ids))
    },
    onError: showFailure,
    onSettled: () => (client.isMutating({ mutationKey }) === 1 ? refresh() : undefined),
  })
}

function inOrder(entries: readonly EditableFaqEntry[], ids: readonly string[]): EditableFaqEntry[] {
  return ids.flatMap(id => entries.find(entry => entry.id === id) ?? [])
}

/** Refetches the editor's lists and the cached public ones. */
function useRefreshFaq(): () => Promise<unknown> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['faq'] })
}
