import { IconDownload } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { type Invoice, invoices } from '#contract/invoices.ts'
import type { ButtonVariant } from '#web/components/action/button-class.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { Spinner } from '#web/components/feedback/spinner.tsx'
import { AnchorButton } from '#web/components/navigation/link-button.tsx'
import { addressOf } from '#web/lib/api/api-client.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { loadPdf } from './invoice.query-options.ts'

interface DownloadButtonProps {
  invoice: Pick<Invoice, 'id' | 'state' | 'files' | 'permissions'>
  variant?: ButtonVariant
}

/** Downloads the document. A real address, for a middle click. A plain click downloads by script, which can show an error. */
export function DownloadButton({ invoice, variant = 'secondary' }: DownloadButtonProps) {
  const [isLoading, setIsLoading] = useState(false)
  const [file] = invoice.files
  if (!file || !invoice.permissions.includes('download')) return null

  async function save(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    if (isLoading) return
    setIsLoading(true)
    await loadPdf(invoice.id).then(saveFile).catch(showFailure)
    setIsLoading(false)
  }
  return (
    <AnchorButton
      href={addressOf(invoices.downloadPdf, { id: invoice.id })}
      download={file.name}
      variant={variant}
      icon={isLoading ? <Spinner /> : <IconDownload />}
      aria-busy={isLoading || undefined}
      onClick={save}
    >
      {invoice.state === 'draft' ? texts.downloadDraft : texts.download}
    </AnchorButton>
  )
}

const texts = invoiceTexts.detail
