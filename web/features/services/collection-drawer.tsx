import { lazy } from 'react'
import { Drawer } from '#web/components/overlay/drawer.tsx'
import { collectionTexts } from '#web/texts/collections.texts.ts'
import type { CollectionFormProps } from './collection-form.tsx'

interface CollectionDrawerProps extends Omit<CollectionFormProps, 'onDone'> {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The form of a group of services in a drawer; loaded when it first opens. */
export function CollectionDrawer({ open, onOpenChange, ...rest }: CollectionDrawerProps) {
  const { createTitle, editTitle } = collectionTexts
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title={rest.collection ? editTitle : createTitle}>
      <CollectionForm key={rest.collection?.id ?? 'new'} {...rest} onDone={() => onOpenChange(false)} />
    </Drawer>
  )
}

// The drawer opens when its content has loaded.
const CollectionForm = lazy(async () => ({ default: (await import('./collection-form.tsx')).CollectionForm }))
