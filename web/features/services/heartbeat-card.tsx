import { useState } from 'react'
import type { ApplicationService } from '#contract/application-services.ts'
import { Button } from '#web/components/action/button.tsx'
import { Card } from '#web/components/display/card.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { serviceTexts } from '#web/texts/services.texts.ts'
import { HeartbeatAddress } from './heartbeat-address.tsx'
import { useMakeHeartbeatToken, useRemoveHeartbeatToken } from './service.mutations.ts'

/** The address an application reports to: created and shown once, then replaced or revoked. */
export function HeartbeatCard({ application }: { application: ApplicationService }) {
  const make = useMakeHeartbeatToken()
  const remove = useRemoveHeartbeatToken()
  const [madeUrl, setMadeUrl] = useState<string>()
  const [question, setQuestion] = useState<'renew' | 'remove'>('renew')
  const [isAsking, setAsking] = useState(false)
  const { id, name, hasHeartbeatToken } = application

  async function makeAddress() {
    const { url } = await make.mutateAsync(id)
    setMadeUrl(url)
  }
  async function removeAddress() {
    await remove.mutateAsync(id)
    setMadeUrl(undefined)
    showSuccess(texts.removed)
  }
  function ask(next: 'renew' | 'remove') {
    setQuestion(next)
    setAsking(true)
  }
  const isRenewal = question === 'renew'
  return (
    <Card title={texts.title}>
      <p className="max-w-reading text-label text-muted">{texts.explanation}</p>
      {madeUrl === undefined ? (
        <>
          <p className="mt-3 text-label">{hasHeartbeatToken ? texts.has : texts.hasNone}</p>
          <div className="mt-4 flex flex-wrap gap-3 phone:*:grow">
            {hasHeartbeatToken ? (
              <>
                <Button onClick={() => ask('renew')}>{texts.renew}</Button>
                <Button variant="quiet" onClick={() => ask('remove')}>
                  {texts.remove}
                </Button>
              </>
            ) : (
              <Button busy={make.isPending} onClick={() => makeAddress().catch(showFailure)}>
                {texts.make}
              </Button>
            )}
          </div>
        </>
      ) : (
        <HeartbeatAddress url={madeUrl} onDone={() => setMadeUrl(undefined)} />
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={isRenewal ? texts.renewQuestion(name) : texts.removeQuestion(name)}
        confirmLabel={isRenewal ? texts.renew : texts.remove}
        onConfirm={isRenewal ? makeAddress : removeAddress}
        onFailure={error => {
          showFailure(error)
          setAsking(false)
        }}
      >
        {isRenewal ? texts.renewExplanation : texts.removeExplanation}
      </ConfirmDialog>
    </Card>
  )
}

const texts = serviceTexts.heartbeat
