import { IconBan, IconFileCode, IconFileTextShield, IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import type { InvoiceWithEntries } from '#contract/invoices.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import type { MenuAction } from '#web/components/overlay/menu.tsx'
import { MoreMenu } from '#web/components/overlay/more-menu.tsx'
import type { ReceivedFile } from '#web/lib/api/api-client.ts'
import { hasCode } from '#web/lib/api/api-error.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { invoiceDocumentTexts } from '#web/texts/invoice-documents.texts.ts'
import { CancelInvoiceDialog } from './cancel-invoice-dialog.tsx'
import { useRefreshInvoices, useRenewPdfPassword } from './invoice.mutations.ts'
import { loadLockedPdf, loadXrechnung } from './invoice.query-options.ts'

/** The other documents of an issued invoice, the renewal of its PDF password, and its cancellation. */
export function InvoiceDocumentsMenu({ invoice }: { invoice: InvoiceWithEntries }) {
  const [isRenewing, setRenewing] = useState(false)
  const [isCancelling, setCancelling] = useState(false)
  const may = new Set(invoice.permissions)
  const save = (load: (id: string) => Promise<ReceivedFile>) => () =>
    void load(invoice.id).then(saveFile).catch(showFailure)
  const actions: MenuAction[] = [
    ...(may.has('downloadLocked')
      ? [{ label: texts.lockedPdf, icon: <IconFileTextShield />, onSelect: save(loadLockedPdf) }]
      : []),
    ...(may.has('downloadXrechnung')
      ? [{ label: texts.xrechnung, icon: <IconFileCode />, onSelect: save(loadXrechnung) }]
      : []),
    ...(may.has('renewPdfPassword')
      ? [{ label: texts.renew.button, icon: <IconKey />, onSelect: () => setRenewing(true) }]
      : []),
    ...(may.has('cancel')
      ? [
          {
            label: texts.cancel.button,
            icon: <IconBan />,
            tone: 'danger' as const,
            onSelect: () => setCancelling(true),
          },
        ]
      : []),
  ]
  return (
    <>
      <MoreMenu label={texts.menu} actions={actions} />
      <RenewalQuestion invoice={invoice} open={isRenewing} onOpenChange={setRenewing} />
      <CancelInvoiceDialog invoice={invoice} open={isCancelling} onOpenChange={setCancelling} />
    </>
  )
}

const texts = invoiceDocumentTexts

interface RenewalProps {
  invoice: InvoiceWithEntries
  open: boolean
  onOpenChange: (open: boolean) => void
}

function RenewalQuestion({ invoice, ...window }: RenewalProps) {
  const renew = useRenewPdfPassword()
  const refresh = useRefreshInvoices()
  async function renewPassword() {
    await renew.mutateAsync(invoice)
    showSuccess(texts.renew.done)
  }
  return (
    <ConfirmDialog
      {...window}
      tone="primary"
      title={texts.renew.question}
      confirmLabel={texts.renew.button}
      onConfirm={renewPassword}
      onFailure={error => {
        showFailure(error)
        if (hasCode(error, 'stale')) void refresh()
        window.onOpenChange(false)
      }}
    >
      {texts.renew.explanation}
    </ConfirmDialog>
  )
}
