import type { Customer } from '#contract/customers.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showToast } from '#web/components/feedback/toast.ts'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'
import { customerTexts } from '#web/texts/customers.texts.ts'
import { useDeleteCustomer } from './customer.mutations.ts'

interface DeleteCustomerDialogProps {
  customer: Customer
  open: boolean
  onOpenChange: (open: boolean) => void
  onDeleted: () => void
}

/** Asks before it deletes a customer without history. */
export function DeleteCustomerDialog({ customer, open, onOpenChange, onDeleted }: DeleteCustomerDialogProps) {
  const remove = useDeleteCustomer()

  async function deleteCustomer() {
    await remove.mutateAsync(customer)
    showToast({ kind: 'success', title: commonTexts.succeeded, message: texts.deleted(customer.displayName) })
    onDeleted()
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.deleteQuestion(customer.displayName)}
      confirmLabel={texts.delete}
      onConfirm={deleteCustomer}
      onFailure={error => {
        showFailure(error)
        onOpenChange(false)
      }}
    >
      {texts.deleteExplanation}
    </ConfirmDialog>
  )
}

const texts = customerTexts.actions
