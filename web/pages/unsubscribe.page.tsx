import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type MailTopic, unsubscriptions } from '#contract/unsubscription.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/components/action/button.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { AccountFrame } from '#web/features/accounts/account-frame.tsx'
import { Outcome } from '#web/features/accounts/outcome.tsx'
import { unsubscriptionQuery } from '#web/features/user-settings/user-settings.query-options.ts'
import { call } from '#web/lib/api/api-client.ts'
import { hasCode, ProblemError } from '#web/lib/api/api-error.ts'
import { unsubscribeTexts } from '#web/texts/unsubscribe.texts.ts'

const texts = unsubscribeTexts

/** /abmelden/…: the unsubscribe link of a mail. Opening it changes nothing, because programs open links too. */
export function UnsubscribePage() {
  const { token } = useParams({ from: paths.unsubscribe })
  const { data, error, refetch, isFetching } = useQuery(unsubscriptionQuery(token))
  if (hasCode(error, 'not_found')) return <InvalidLink />
  if (error) {
    return (
      <AccountFrame title={texts.title}>
        <ErrorState text={texts.loadingFailed} onRetry={refetch} busy={isFetching} />
      </AccountFrame>
    )
  }
  if (!data) {
    return (
      <AccountFrame title={texts.title}>
        <SkeletonText lines={5} />
      </AccountFrame>
    )
  }
  return <Question token={token} topic={data.topic} isOn={data.isOn} />
}

function Question({ token, topic, isOn }: { token: string; topic: MailTopic; isOn: boolean }) {
  const words = texts.topics[topic]
  const stop = useMutation({ mutationFn: () => call(unsubscriptions.stop, { params: { token } }) })
  if (stop.isSuccess || !isOn) {
    return (
      <AccountFrame title={words.title}>
        <Outcome
          kind="success"
          title={words.doneTitle}
          actions={<LinkButton to={paths.userSettings}>{texts.toSettings}</LinkButton>}
        >
          <p>{words.doneText}</p>
        </Outcome>
      </AccountFrame>
    )
  }
  return (
    <AccountFrame title={words.title} lead={words.question}>
      <div className="grid gap-4">
        {stop.isError ? (
          <Notice kind="error" title={texts.failed} live>
            {stop.error instanceof ProblemError ? stop.error.title : undefined}
          </Notice>
        ) : null}
        <Button variant="primary" busy={stop.isPending} onClick={() => stop.mutate()}>
          {words.button}
        </Button>
      </div>
    </AccountFrame>
  )
}

function InvalidLink() {
  return (
    <AccountFrame title={texts.title}>
      <Outcome
        kind="problem"
        title={texts.invalidTitle}
        actions={
          <>
            <LinkButton to={paths.userSettings} variant="primary">
              {texts.toSettings}
            </LinkButton>
            <LinkButton to={paths.contact}>{texts.contact}</LinkButton>
          </>
        }
      >
        <p>{texts.invalidText}</p>
      </Outcome>
    </AccountFrame>
  )
}
