import { useRouter } from '@tanstack/react-router'
import { endImpersonation, showEndImpersonationFailure } from '#web/app/end-impersonation.ts'
import { paths } from '#web/app/paths.ts'
import { useAction } from '#web/app/use-action.ts'
import { formatTime } from '#web/lib/format/format.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { shellTexts } from '#web/texts/shell.texts.ts'

/** Shown on every page during an impersonation: the customer's name, when it ends, and a button to end it. */
export function ImpersonationBar() {
  const { impersonation } = useSession()
  const router = useRouter()
  const { isBusy, start } = useAction(leave, showEndImpersonationFailure)
  const customerId = impersonation?.customerId
  // Leads back to the customer's page, where most impersonations start.
  async function leave() {
    await endImpersonation()
    await router.navigate(
      customerId ? { to: paths.adminCustomer, params: { id: customerId } } : { to: paths.adminHome },
    )
  }
  if (!impersonation) return null
  return (
    <aside aria-label={`${shellTexts.impersonation} ${impersonation.customerName}`} className="bg-sun text-on-primary">
      <div className="page-width flex min-h-10 items-center justify-between gap-4 py-1 text-label">
        <p className="min-w-0">
          {shellTexts.impersonation} <strong className="font-semibold">{impersonation.customerName}</strong>
          <span className="max-md:hidden"> · {shellTexts.readOnlyUntil(formatTime(impersonation.until))}</span>
        </p>
        <button
          type="button"
          aria-busy={isBusy || undefined}
          onClick={start}
          className="min-h-11 shrink-0 rounded-control border border-on-primary px-4 font-semibold focus-visible:outline-on-primary"
        >
          {shellTexts.endImpersonation}
        </button>
      </div>
    </aside>
  )
}
