import { useEffect, useRef, useState } from 'react'
import type { EnergySite, EnergySiteKey } from '#contract/energy-sites.ts'
import { Button } from '#web/components/action/button.tsx'
import { Card } from '#web/components/display/card.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { useMakeSiteKey, useRemoveSiteKey } from './energy.mutations.ts'
import { SenderSnippets } from './sender-snippets.tsx'

/** The access of senders to a site. A new one is shown once, with the settings of each sender. */
export function SiteKeyCard({ site, channelKey }: { site: EnergySite; channelKey: string }) {
  const [asked, setAsked] = useState<'make' | 'remove' | null>(null)
  const [made, setMade] = useState<EnergySiteKey | null>(null)
  const [isBusy, setBusy] = useState(false)
  const make = useMakeSiteKey()
  const remove = useRemoveSiteKey()
  const close = (open: boolean) => (open ? undefined : setAsked(null))
  async function makeNow() {
    setBusy(true)
    await make(site.id).then(setMade, showFailure)
    setBusy(false)
  }
  async function removeNow() {
    await remove.mutateAsync(site.id)
    setMade(null)
    showSuccess(texts.removed)
  }
  return (
    <Card title={texts.title}>
      <p className="text-label text-muted">{site.hasToken ? texts.some : texts.none}</p>
      {made ? <MadeKey made={made} channelKey={channelKey} /> : null}
      <div className="mt-4 flex flex-wrap gap-3" data-screen-only="">
        <Button busy={isBusy} onClick={() => (site.hasToken ? setAsked('make') : void makeNow())}>
          {site.hasToken ? texts.remake : texts.make}
        </Button>
        {site.hasToken ? (
          <Button variant="quiet" onClick={() => setAsked('remove')}>
            {texts.remove}
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        open={asked === 'make'}
        onOpenChange={close}
        tone="primary"
        title={texts.question}
        confirmLabel={texts.remake}
        onConfirm={makeNow}
      >
        {texts.explanation}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'remove'}
        onOpenChange={close}
        title={texts.removeQuestion}
        confirmLabel={texts.remove}
        onConfirm={removeNow}
        onFailure={showFailure}
      >
        {texts.removeText}
      </ConfirmDialog>
    </Card>
  )
}

const texts = energySiteTexts.key

/** Receives the focus, because the address is shown only once. */
function MadeKey({ made, channelKey }: { made: EnergySiteKey; channelKey: string }) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.focus(), [])
  return (
    <div ref={frame} tabIndex={-1} className="mt-4 grid grid-cols-1 gap-4 outline-none">
      <Notice kind="warning">{texts.shown}</Notice>
      <SenderSnippets made={made} channelKey={channelKey} />
    </div>
  )
}
