import type { Customer } from '#contract/customers.ts'
import { DeleteDialog, type RowDialogProps } from '#web/components/overlay/delete-dialog.tsx'
import { customerTexts } from '#web/texts/customers.texts.ts'
import { useDeleteCustomer } from './customer.mutations.ts'

/** Asks before it deletes a customer without history. */
export function DeleteCustomerDialog(props: RowDialogProps<Customer>) {
  return (
    <DeleteDialog
      {...props}
      question={({ displayName }) => texts.deleteQuestion(displayName)}
      confirmLabel={texts.delete}
      explanation={() => texts.deleteExplanation}
      remove={useDeleteCustomer().mutateAsync}
      done={({ displayName }) => texts.deleted(displayName)}
    />
  )
}

const texts = customerTexts.actions
