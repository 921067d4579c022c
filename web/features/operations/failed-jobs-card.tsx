import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FailedJob } from '#contract/operations.ts'
import { Button } from '#web/components/action/button.tsx'
import { Card } from '#web/components/display/card.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { useIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { operationTexts } from '#web/texts/operations.texts.ts'
import { jobKindText } from './operations.labels.ts'
import { useFailedJobCommand } from './operations.mutations.ts'
import { failedJobsQuery } from './operations.query-options.ts'

const texts = operationTexts.jobs

/** Failed background jobs with reasons and buttons to retry or dismiss them. Renders nothing without any. */
export function FailedJobsCard() {
  const { data } = useQuery(failedJobsQuery())
  if (!data || data.count === 0) return null
  return (
    <Card title={texts.title}>
      <p className="mb-3 max-w-reading text-label text-muted">{texts.lead}</p>
      <ul className="divide-y divide-hairline">
        {data.results.map(job => (
          <Job key={job.id} job={job} />
        ))}
      </ul>
      {data.count > data.results.length ? (
        <p className="mt-3 text-label text-muted">{texts.more(data.count - data.results.length)}</p>
      ) : null}
    </Card>
  )
}

function Job({ job }: { job: FailedJob }) {
  const { key, renew } = useIdempotencyKey()
  const [asks, setAsks] = useState(false)
  const retry = useFailedJobCommand('retry')
  const dismiss = useFailedJobCommand('dismiss')

  async function doAgain() {
    try {
      await retry.mutateAsync({ id: job.id, idempotencyKey: key })
      showSuccess(texts.retried)
    } catch (error) {
      renew()
      showFailure(error)
    }
  }
  async function letGo() {
    await dismiss.mutateAsync({ id: job.id, idempotencyKey: key })
    showSuccess(texts.dismissed)
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{jobKindText(job.kind)}</p>
        <p className="text-label text-muted">{[formatDateTime(job.failedAt), texts.tries(job.attempts)].join(' · ')}</p>
        {job.lastError ? (
          <p lang="en" className="wrap-anywhere mt-1 line-clamp-2 font-mono text-small">
            {job.lastError}
          </p>
        ) : null}
      </div>
      <div className="flex gap-2">
        <Button size="small" busy={retry.isPending} onClick={() => void doAgain()}>
          {texts.retry}
        </Button>
        <Button size="small" variant="quiet" onClick={() => setAsks(true)}>
          {texts.dismiss}
        </Button>
      </div>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={texts.dismissQuestion}
        confirmLabel={texts.dismiss}
        onConfirm={letGo}
        onFailure={error => {
          showFailure(error)
          setAsks(false)
        }}
      >
        {texts.dismissExplanation}
      </ConfirmDialog>
    </li>
  )
}
