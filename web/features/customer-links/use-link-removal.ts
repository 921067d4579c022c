import type { CustomerLink } from '#contract/customer-links.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { createIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { customerLinkTexts } from '#web/texts/customer-links.texts.ts'
import { useAddLink, useDeleteLink } from './customer-link.mutations.ts'

/** Deletes a link without confirmation and briefly offers to restore it at its place. */
export function useLinkRemoval(): (link: CustomerLink) => Promise<void> {
  const remove = useDeleteLink()
  const add = useAddLink()

  async function restore({ label, url, position, customerId }: CustomerLink) {
    const body = { label, url, position, customerId }
    await add.mutateAsync({ body, idempotencyKey: createIdempotencyKey() })
    showSuccess(customerLinkTexts.restored(label))
  }
  async function removeWithUndo(link: CustomerLink) {
    await remove.mutateAsync(link)
    showSuccess(customerLinkTexts.deleted(link.label), {
      label: commonTexts.undo,
      onClick: () => restore(link).catch(showFailure),
    })
  }
  return link => removeWithUndo(link).catch(showFailure)
}
