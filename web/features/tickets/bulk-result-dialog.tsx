import type { Answer } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { errorTexts } from '#contract/texts/errors.texts.ts'
import type { Ticket, tickets } from '#contract/tickets.ts'
import { Button } from '#web/components/action/button.tsx'
import { Badge } from '#web/components/display/badge.tsx'
import { Dialog } from '#web/components/overlay/dialog.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'

type Results = Answer<typeof tickets.changeMany>['results']
export type BulkResult = (Results[number] & Pick<Ticket, 'name'>)[]

/** The result with the tickets' names from the selection, because deleted tickets cannot be fetched. */
export function namedResult(results: Results, chosen: readonly Ticket[]): BulkResult {
  const names = new Map(chosen.map(({ id, name }) => [id, name]))
  return results.map(result => ({ ...result, name: names.get(result.id) ?? '' }))
}

interface BulkResultDialogProps {
  /** Null closes the dialog. */
  result: BulkResult | null
  onClose: () => void
}

/** The outcome of a bulk change for each ticket, failures first. */
export function BulkResultDialog({ result, onClose }: BulkResultDialogProps) {
  const rows = (result ?? []).toSorted((a, b) => Number(a.isDone) - Number(b.isDone))
  const doneCount = rows.filter(({ isDone }) => isDone).length
  return (
    <Dialog
      open={result !== null}
      onOpenChange={open => (open ? undefined : onClose())}
      title={texts.resultTitle}
      description={texts.someDone(doneCount, rows.length)}
      footer={
        <Button variant="primary" fullOnPhone onClick={onClose}>
          {commonTexts.close}
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be reachable by keyboard */}
      <ul tabIndex={0} className="max-h-[50svh] divide-y divide-hairline overflow-y-auto border-hairline border-y">
        {rows.map(row => (
          <li key={row.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5 text-label">
            <span className="min-w-0 flex-1 wrap-anywhere">
              <span className="font-semibold tabular">{row.number}</span> {row.name}
            </span>
            {row.isDone ? (
              <Badge tone="green" icon="check">
                {texts.done}
              </Badge>
            ) : (
              <Badge tone="grey" icon="dash">
                {texts.unchanged}
              </Badge>
            )}
            {row.isDone ? null : <span className="w-full text-muted">{reasonOf(row.code)}</span>}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

const texts = ticketTexts.bulk

function reasonOf(code: string | null): string {
  return code !== null && isErrorCode(code) ? errorTexts[code] : commonTexts.unexpectedFailure
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTexts, code)
}
