import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Card } from '#web/components/display/card.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { showToast } from '#web/components/feedback/toast.ts'
import { Switch } from '#web/components/form/switch.tsx'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { ProblemError } from '#web/lib/api/api-error.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { secondFactorTexts } from '#web/texts/second-factor.texts.ts'
import { useChangeLoginPolicy } from './login-policy.mutations.ts'
import { loginPolicyQuery } from './login-policy.query-options.ts'

const texts = secondFactorTexts.policy

interface LoginPolicySettingProps {
  /** Leads to the set-up of the user's own second factor. */
  onOwnWanted: () => void
}

/** Whether admins need a second factor. Turning it on asks first, because it locks out admins without one. */
export function LoginPolicySetting({ onOwnWanted }: LoginPolicySettingProps) {
  const { data: policy, isError, refetch, isFetching } = useQuery(loginPolicyQuery())
  const save = useChangeLoginPolicy()
  const [isAsking, setAsking] = useState(false)

  async function change(adminsNeedSecondFactor: boolean): Promise<void> {
    if (!policy) return
    await save.mutateAsync({ ...policy, adminsNeedSecondFactor })
    showSuccess(adminsNeedSecondFactor ? texts.on : texts.off)
  }
  /** An admin who requires it must have one. */
  function redirectToOwnFactor(message: string): void {
    const action = { label: texts.toOwn, onClick: onOwnWanted }
    showToast({ kind: 'error', title: commonTexts.failed, message, action })
  }
  return (
    <Card title={texts.title}>
      {policy ? (
        <Switch
          label={texts.label}
          hint={texts.hint}
          checked={policy.adminsNeedSecondFactor}
          busy={save.isPending}
          onCheckedChange={isOn => (isOn ? setAsking(true) : void change(false).catch(showFailure))}
        />
      ) : isError ? (
        <ErrorState text={texts.loadingFailed} onRetry={refetch} busy={isFetching} />
      ) : (
        <SkeletonText lines={2} />
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={texts.question}
        confirmLabel={texts.confirm}
        tone="primary"
        onConfirm={() => change(true)}
        onFailure={error => {
          setAsking(false)
          if (error instanceof ProblemError && error.code === 'second_factor.own_first')
            redirectToOwnFactor(error.title)
          else showFailure(error)
        }}
      >
        {texts.explanation}
      </ConfirmDialog>
    </Card>
  )
}
