import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { nameLengthMax, searchLengthMax } from '#contract/limits.ts'
import type { ServiceCredential } from '#contract/service-credentials.ts'
import type { Service } from '#contract/services.ts'
import { paths } from '#web/app/paths.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { useCreateRequest } from '#web/features/requests/request.mutations.ts'
import { requestsQuery } from '#web/features/requests/request.query-options.ts'
import { useIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { credentialTexts } from '#web/texts/credentials.texts.ts'

interface PasswordRequestDialogProps {
  service: Service
  credential: ServiceCredential
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks the business to change a password: previews the request and sends it with one click. */
export function PasswordRequestDialog({ service, credential, ...window }: PasswordRequestDialogProps) {
  const create = useCreateRequest()
  const idempotency = useIdempotencyKey()
  const router = useRouter()
  const { customer, user } = useSession()
  const { label, username } = credential
  const address = `${location.origin}${router.buildLocation({ to: paths.customerService, params: { id: service.id } }).href}`
  const title = cut(texts.requestTitle(label, service.name))
  const description = texts.requestText(label, username, service.name, address)

  async function send() {
    // An admin has to name the customer: here their own record.
    const owner = user?.role === 'admin' && customer ? { customerId: customer.id } : {}
    const { id, number } = await create.mutateAsync({
      body: { title, description, ...owner },
      idempotencyKey: idempotency.key,
    })
    idempotency.renew()
    showSuccess(texts.sent(number), {
      label: texts.toRequest,
      onClick: () => void router.navigate({ to: paths.customerRequest, params: { id } }),
    })
  }
  return (
    <ConfirmDialog
      {...window}
      tone="primary"
      title={texts.question(label)}
      confirmLabel={texts.confirm}
      onConfirm={send}
      onFailure={error => {
        idempotency.renewAfterRefusal(error)
        showFailure(error)
      }}
    >
      <AskedBefore title={title} />
      <p>{texts.explanation}</p>
      <div className="mt-3 rounded-control bg-sunken p-3 text-small text-ink wrap-anywhere">
        <p className="font-semibold">{title}</p>
        <p className="mt-1 whitespace-pre-line">{description}</p>
      </div>
    </ConfirmDialog>
  )
}

const texts = credentialTexts.askFor

/** An open request for the same already exists. */
function AskedBefore({ title }: { title: string }) {
  const { customer } = useSession()
  const search = title.slice(0, searchLengthMax)
  const { data } = useQuery(requestsQuery({ customer: customer?.id, state: 'open', search }))
  const before = data?.results.find(request => request.title === title)
  if (!before) return null
  return (
    <div className="mb-3">
      <Notice kind="info" live>
        {texts.askedBefore}{' '}
        <TextLink to={paths.customerRequest} params={{ id: before.id }}>
          {before.number}
        </TextLink>
      </Notice>
    </div>
  )
}

/** Both names together may exceed the maximum length of a title. */
function cut(title: string): string {
  return title.length <= nameLengthMax ? title : `${title.slice(0, nameLengthMax - 1)}…`
}
