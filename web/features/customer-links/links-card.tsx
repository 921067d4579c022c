import { IconPlus } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import type { CustomerLink, CustomerLinkPage } from '#contract/customer-links.ts'
import { customerLinksMax } from '#contract/limits.ts'
import { Button } from '#web/components/action/button.tsx'
import { Card } from '#web/components/display/card.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { Drawer } from '#web/components/overlay/drawer.tsx'
import { useAddedRow } from '#web/lib/browser/use-added-row.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { customerLinkTexts } from '#web/texts/customer-links.texts.ts'
import { linkDraftName } from './link-draft.ts'
import { LinkList } from './link-list.tsx'
import { linkElementId } from './link-row.tsx'

interface LinksCardProps {
  customerId: string
  list: CustomerLinkPage
}

/** A customer's links with the form to add and change them. */
export function LinksCard({ customerId, list }: LinksCardProps) {
  const [edited, setEdited] = useState(() => list.results.find(link => hasDraft(linkDraftName(link))) ?? null)
  const [isFormOpen, setFormOpen] = useState(() => edited !== null || hasDraft(linkDraftName(null)))
  const { onAdded, onDrawerClosed } = useAddedRow(linkElementId)
  const canAdd = list.permissions.includes('create')
  const isFull = list.count >= customerLinksMax

  function openForm(link: CustomerLink | null) {
    setEdited(link)
    setFormOpen(true)
  }
  const addButton =
    canAdd && !isFull ? (
      <Button size="small" icon={<IconPlus />} onClick={() => openForm(null)}>
        {customerLinkTexts.add}
      </Button>
    ) : null

  return (
    <Card title={customerLinkTexts.title} actions={list.count === 0 ? null : addButton}>
      {list.count === 0 ? (
        <EmptyState
          text={`${customerLinkTexts.empty} ${canAdd ? customerLinkTexts.emptyHint : ''}`.trim()}
          action={addButton}
        />
      ) : (
        <LinkList customerId={customerId} list={list} onEdit={openForm} />
      )}
      {canAdd && isFull ? <p className="mt-3 text-small text-muted">{customerLinkTexts.full}</p> : null}
      <Drawer
        open={isFormOpen}
        onOpenChange={setFormOpen}
        onClosed={onDrawerClosed}
        title={edited ? customerLinkTexts.form.editTitle : customerLinkTexts.form.addTitle}
      >
        <LinkForm
          key={edited?.id ?? 'new'}
          customerId={customerId}
          link={edited}
          onDone={({ id }) => {
            setFormOpen(false)
            if (!edited) onAdded(id)
          }}
        />
      </Drawer>
    </Card>
  )
}

// The drawer opens when its content has loaded.
const LinkForm = lazy(async () => ({ default: (await import('./link-form.tsx')).LinkForm }))
