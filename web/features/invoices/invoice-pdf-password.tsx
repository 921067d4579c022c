import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { IconKey, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { invoicePdfPasswordInput } from '#contract/invoice-pdf-passwords.ts'
import type { Invoice } from '#contract/invoices.ts'
import { Card } from '#web/components/display/card.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { Form } from '#web/components/form/form.tsx'
import { PasswordInput } from '#web/components/form/password-input.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { Dialog } from '#web/components/overlay/dialog.tsx'
import { Menu } from '#web/components/overlay/menu.tsx'
import { PasswordLine } from '#web/components/password/password-line.tsx'
import { usePasswordActions } from '#web/components/password/use-password-actions.ts'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { invoiceDocumentTexts } from '#web/texts/invoice-documents.texts.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { passwordTexts } from '#web/texts/passwords.texts.ts'
import { namedBy } from './invoice.labels.ts'
import { fetchPdfPassword, useRefreshInvoices, useRemovePdfPassword, useSetPdfPassword } from './invoice.mutations.ts'

/** The password of an invoice's PDF: revealed on a click, and stored by an admin for an uploaded PDF. */
export function InvoicePdfPassword({ invoice }: { invoice: Invoice }) {
  const canSet = invoice.permissions.includes('setPdfPassword')
  const actions = usePasswordActions({ fetchPassword: fetchPdfPassword, refresh: useRefreshInvoices() })
  const [asked, setAsked] = useState<'set' | 'remove' | null>(null)
  if (!invoice.hasPdfPassword && !canSet) return null
  const close = (open: boolean) => setAsked(before => (open ? before : null))
  const name = invoice.number === null ? invoiceTexts.draftTitle : namedBy(invoice, invoice.number)
  function show(next: 'set' | 'remove') {
    actions.hide()
    setAsked(next)
  }
  return (
    <Card
      title={texts.title}
      actions={
        canSet && invoice.hasPdfPassword ? (
          <Menu
            label={commonTexts.rowActions(texts.title)}
            actions={[
              { label: passwordTexts.replace, icon: <IconKey />, onSelect: () => show('set') },
              { label: texts.remove.button, icon: <IconTrash />, onSelect: () => show('remove') },
            ]}
          />
        ) : null
      }
    >
      <PasswordLine
        of={name}
        hasPassword={invoice.hasPdfPassword}
        canReveal={invoice.permissions.includes('revealPdfPassword')}
        {...actions.of(invoice)}
        onSet={canSet ? () => show('set') : undefined}
      />
      <p className="mt-2 text-small text-muted">{hintOf(invoice)}</p>
      <p role="status" className="sr-only">
        {actions.announcement}
      </p>
      <Dialog open={asked === 'set'} onOpenChange={close} title={texts.set.title} size="small">
        <PasswordForm invoice={invoice} onDone={() => setAsked(null)} />
      </Dialog>
      <RemovalQuestion invoice={invoice} open={asked === 'remove'} onOpenChange={close} />
    </Card>
  )
}

const texts = invoiceTexts.pdfPassword

function hintOf({ kind, hasPdfPassword }: Invoice): string {
  if (!hasPdfPassword) return texts.none
  return kind === 'uploaded' ? texts.hint : invoiceDocumentTexts.passwordHint
}

/** Keeps no draft: the password exists only in its field. */
function PasswordForm({ invoice, onDone }: { invoice: Invoice; onDone: () => void }) {
  const setPassword = useSetPdfPassword()
  const form = useForm({ resolver: standardSchemaResolver(invoicePdfPasswordInput), defaultValues: { password: '' } })
  async function save({ password }: { password: string }) {
    await setPassword(invoice, password)
    showSuccess(texts.set.done)
    onDone()
  }
  function refuse(error: unknown) {
    if (!applyProblem(form, error)) showFailure(error)
  }
  return (
    <Form form={form} onSubmit={save} onFailure={refuse} label={texts.set.title} requiredMarks="none">
      <PasswordInput
        control={form.control}
        name="password"
        label={passwordTexts.name}
        hint={texts.set.hint}
        autoComplete="new-password"
        required
      />
      <SubmitButton fullOnPhone className="justify-self-end">
        {texts.set.save}
      </SubmitButton>
    </Form>
  )
}

interface RemovalQuestionProps {
  invoice: Invoice
  open: boolean
  onOpenChange: (open: boolean) => void
}

function RemovalQuestion({ invoice, ...window }: RemovalQuestionProps) {
  const remove = useRemovePdfPassword()
  async function removePassword() {
    await remove.mutateAsync(invoice)
    showSuccess(texts.remove.done)
  }
  return (
    <ConfirmDialog
      {...window}
      title={texts.remove.question}
      confirmLabel={texts.remove.button}
      onConfirm={removePassword}
      onFailure={error => {
        showFailure(error)
        window.onOpenChange(false)
      }}
    >
      {texts.remove.explanation}
    </ConfirmDialog>
  )
}
