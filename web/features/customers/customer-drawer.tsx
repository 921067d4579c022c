import type { Customer, CustomerInput } from '#contract/customers.ts'
import { Drawer } from '#web/components/overlay/drawer.tsx'
import { customerTexts } from '#web/texts/customers.texts.ts'
import { CustomerForm } from './customer-form.tsx'

interface CustomerDrawerProps {
  /** The customer to change; null to create one. */
  customer: Customer | null
  /** Initial rate of a new customer, in EUR per hour. */
  defaultHourlyRate: number
  /** Other initial values of a new customer. */
  start?: Partial<CustomerInput> | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
  onSaved: (saved: Customer) => void
}

/** The form of a customer in a drawer. */
export function CustomerDrawer({
  customer,
  defaultHourlyRate,
  start,
  open,
  onOpenChange,
  onSaved,
}: CustomerDrawerProps) {
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      title={customer ? customerTexts.form.editTitle : customerTexts.form.createTitle}
    >
      <CustomerForm customer={customer} defaultHourlyRate={defaultHourlyRate} start={start} onDone={onSaved} />
    </Drawer>
  )
}
