import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import type { Invoice } from '#contract/invoices.ts'
import { Button } from '#web/components/action/button.tsx'
import { FilePreview } from '#web/components/file/file-preview.tsx'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { loadPdf } from './invoice.query-options.ts'

/** Opens a preview of the document; renders nothing without a document or without permission. */
export function PreviewButton({ invoice }: { invoice: Pick<Invoice, 'id' | 'files' | 'permissions'> }) {
  const [isOpen, setIsOpen] = useState(false)
  const [file] = invoice.files
  if (!file || !invoice.permissions.includes('download')) return null
  return (
    <>
      <Button icon={<IconEye />} onClick={() => setIsOpen(true)}>
        {invoiceTexts.detail.preview}
      </Button>
      <FilePreview name={file.name} load={() => loadPdf(invoice.id)} open={isOpen} onOpenChange={setIsOpen} />
    </>
  )
}
