import { Drawer } from '#web/components/overlay/drawer.tsx'
import { requestTexts } from '#web/texts/requests.texts.ts'
import { RequestForm, type RequestFormProps } from './request-form.tsx'

interface RequestDrawerProps extends RequestFormProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The form of a request in a drawer. */
export function RequestDrawer({ open, onOpenChange, ...form }: RequestDrawerProps) {
  const { createTitle, createForCustomerTitle, editTitle } = requestTexts.form
  const newTitle = form.searchCustomers ? createForCustomerTitle : createTitle
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title={form.request ? editTitle : newTitle}>
      <RequestForm {...form} />
    </Drawer>
  )
}
