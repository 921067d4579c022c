import { lazy } from 'react'
import type { Service } from '#contract/services.ts'
import { Drawer } from '#web/components/overlay/drawer.tsx'
import { serviceTexts } from '#web/texts/services.texts.ts'
import type { ServiceFormProps } from './service-form.tsx'

interface ServiceDrawerProps extends Pick<ServiceFormProps, 'service' | 'customer' | 'searchCustomers'> {
  open: boolean
  onOpenChange: (open: boolean) => void
  onSaved: (saved: Service) => void
}

/** The form of a service in a drawer; loaded when it first opens. */
export function ServiceDrawer({ open, onOpenChange, onSaved, ...rest }: ServiceDrawerProps) {
  const { form } = serviceTexts
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      title={rest.service ? form.editTitle(rest.service.type) : form.createTitle}
    >
      <ServiceForm key={rest.service?.id ?? 'new'} {...rest} onDone={onSaved} />
    </Drawer>
  )
}

// The drawer opens when its content has loaded.
const ServiceForm = lazy(async () => ({ default: (await import('./service-form.tsx')).ServiceForm }))
