import { IconShieldCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { type AuditVerdict, auditLog } from '#contract/operations.ts'
import { Button } from '#web/components/action/button.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { Dialog } from '#web/components/overlay/dialog.tsx'
import { call } from '#web/lib/api/api-client.ts'
import { formatCount } from '#web/lib/format/format.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { operationTexts } from '#web/texts/operations.texts.ts'

/** Verifies the whole log in chunks and reports any manipulation. Closing the dialog cancels. */
export function AuditCheck() {
  const running = useRef<AbortController>(undefined)
  const [isOpen, setOpen] = useState(false)
  const [verdict, setVerdict] = useState<AuditVerdict>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => () => running.current?.abort(), [])

  async function check() {
    const leaving = new AbortController()
    running.current = leaving
    setVerdict(undefined)
    setFailed(false)
    setOpen(true)
    try {
      for (let after = 0; ; ) {
        const found = await call(auditLog.verify, { query: { after }, signal: leaving.signal })
        leaving.signal.throwIfAborted()
        setVerdict(found)
        if (found.isComplete || found.brokenAt !== null) return
        after = found.checkedTo
      }
    } catch {
      if (!leaving.signal.aborted) setFailed(true)
    }
  }
  function close() {
    running.current?.abort()
    setOpen(false)
  }

  return (
    <>
      <Button icon={<IconShieldCheck />} onClick={() => void check()}>
        {texts.button}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={open => (open ? undefined : close())}
        title={texts.title}
        footer={
          <Button variant="primary" fullOnPhone onClick={close}>
            {isRunning(verdict) && !hasFailed ? texts.cancel : commonTexts.close}
          </Button>
        }
      >
        {hasFailed ? <ErrorState text={texts.failed} onRetry={() => void check()} /> : <Verdict verdict={verdict} />}
      </Dialog>
    </>
  )
}

const texts = operationTexts.audit.check

function isRunning(verdict: AuditVerdict | undefined): boolean {
  return verdict === undefined || (!verdict.isComplete && verdict.brokenAt === null)
}

function Verdict({ verdict }: { verdict: AuditVerdict | undefined }) {
  if (!verdict || isRunning(verdict)) {
    const count = Math.max(verdict?.head?.number ?? 0, verdict?.checkedTo ?? 0)
    return (
      <p role="status" className="tabular">
        {verdict ? texts.progress(formatCount(verdict.checkedTo), formatCount(count)) : commonTexts.loading}
      </p>
    )
  }
  if (verdict.brokenAt !== null) {
    return (
      <Notice kind="error" live title={texts.broken(formatCount(verdict.brokenAt))}>
        {texts.brokenText}
      </Notice>
    )
  }
  return (
    <div className="grid gap-4">
      <Notice kind="success" live title={texts.whole(verdict.checkedTo)}>
        {texts.wholeText}
      </Notice>
      {verdict.head ? (
        <dl className="grid gap-1 rounded-box bg-sunken p-4 text-label">
          <dt className="text-muted">{texts.head(formatCount(verdict.head.number))}</dt>
          <dd className="wrap-anywhere select-all font-mono text-small">{verdict.head.hash}</dd>
        </dl>
      ) : null}
    </div>
  )
}
