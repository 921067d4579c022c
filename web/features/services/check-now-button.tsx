import { IconRefresh } from '@tabler/icons-react'
import type { WebsiteService } from '#contract/website-services.ts'
import { Button } from '#web/components/action/button.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { showToast } from '#web/components/feedback/toast.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'
import { checkErrorText } from './service.labels.ts'
import { useCheckNow } from './service.mutations.ts'

/** Checks a website at once and shows the result. */
export function CheckNowButton({ website }: { website: WebsiteService }) {
  const check = useCheckNow()

  async function checkNow() {
    const { lastCheck } = await check.mutateAsync(website)
    const reason = checkErrorText(lastCheck)
    if (reason) showToast({ kind: 'error', title: commonTexts.failed, message: texts.checkedFailed(reason) })
    else {
      const message = texts.checkedOk(lastCheck?.responseMs ?? 0)
      showSuccess(message)
    }
  }
  return (
    <Button icon={<IconRefresh />} busy={check.isPending} onClick={() => checkNow().catch(showFailure)}>
      {texts.checkNow}
    </Button>
  )
}

const texts = serviceTexts.website
