import { useQuery } from '@tanstack/react-query'
import type { OutboxMail } from '#contract/operations.ts'
import { Button } from '#web/components/action/button.tsx'
import { type Definition, DefinitionList } from '#web/components/display/definition-list.tsx'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { Dialog } from '#web/components/overlay/dialog.tsx'
import { formatCount, formatDateTime } from '#web/lib/format/format.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { operationTexts } from '#web/texts/operations.texts.ts'
import { mailKindText, mailLooks } from './operations.labels.ts'
import { mailQuery } from './operations.query-options.ts'

interface MailDialogProps {
  /** The id of the mail; null closes the dialog. */
  id: string | null
  onClose: () => void
  onRetry: (mail: OutboxMail) => void
}

/** Shows one mail with its text. */
export function MailDialog({ id, onClose, onRetry }: MailDialogProps) {
  const { data: mail, isError, refetch } = useQuery({ ...mailQuery(id ?? ''), enabled: id !== null })
  return (
    <Dialog
      open={id !== null}
      onOpenChange={open => (open ? undefined : onClose())}
      title={mail?.subject ?? texts.title}
      size="large"
      footer={
        <>
          {mail?.permissions.includes('retry') ? (
            <Button fullOnPhone onClick={() => onRetry(mail)}>
              {texts.retry}
            </Button>
          ) : null}
          <Button variant="primary" fullOnPhone onClick={onClose}>
            {commonTexts.close}
          </Button>
        </>
      }
    >
      {mail ? (
        <Mail mail={mail} />
      ) : isError ? (
        <ErrorState text={texts.mailFailed} onRetry={refetch} />
      ) : (
        <SkeletonText />
      )}
    </Dialog>
  )
}

const texts = operationTexts.outbox

function Mail({ mail }: { mail: OutboxMail }) {
  return (
    <div className="grid gap-4">
      <DefinitionList items={factsOf(mail)} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable text must be reachable by keyboard */}
      <section aria-label={texts.text} tabIndex={0} className="max-h-[50svh] overflow-y-auto rounded-box bg-sunken p-4">
        <p className="whitespace-pre-wrap break-words text-label">{mail.text}</p>
      </section>
    </div>
  )
}

function factsOf(mail: OutboxMail): Definition[] {
  const facts: Definition[] = [
    { term: texts.state, value: <StateBadge state={mail.state} looks={mailLooks} /> },
    { term: texts.recipient, value: mail.recipient },
    { term: texts.kind, value: mailKindText(mail.kind) },
    { term: texts.created, value: formatDateTime(mail.createdAt) },
    { term: texts.attempts, value: formatCount(mail.attempts) },
  ]
  if (mail.sentAt !== null) facts.push({ term: texts.sent, value: formatDateTime(mail.sentAt) })
  if (mail.nextAttemptAt !== null) facts.push({ term: texts.nextAttempt, value: formatDateTime(mail.nextAttemptAt) })
  if (mail.lastError !== '') facts.push({ term: texts.lastError, value: mail.lastError })
  return facts
}
