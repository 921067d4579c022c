import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type MailTopic, unsubscriptions } from '#contract/unsubscription.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/components/action/button.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { AccountFrame } from '#web/features/accounts/account-frame.tsx'
import { LinkCheck, LinkOutcome } from '#web/features/accounts/link-page.tsx'
import { unsubscriptionQuery } from '#web/features/user-settings/user-settings.query-options.ts'
import { call } from '#web/lib/api/api-client.ts'
import { hasCode, ProblemError } from '#web/lib/api/api-error.ts'
import { unsubscribeTexts } from '#web/texts/unsubscribe.texts.ts'

const texts = unsubscribeTexts

/** /abmelden/…: the unsubscribe link of a mail. Opening it changes nothing, because programs open links too. */
export function UnsubscribePage() {
  const { token } = useParams({ from: paths.unsubscribe })
  const query = useQuery(unsubscriptionQuery(token))
  const { data } = query
  if (hasCode(query.error, 'not_found')) return <InvalidLink />
  if (query.error || !data) return <LinkCheck title={texts.title} query={query} failed={texts.loadingFailed} />
  return <Question token={token} topic={data.topic} isOn={data.isOn} />
}

function Question({ token, topic, isOn }: { token: string; topic: MailTopic; isOn: boolean }) {
  const words = texts.topics[topic]
  const stop = useMutation({ mutationFn: () => call(unsubscriptions.stop, { params: { token } }) })
  if (stop.isSuccess || !isOn) {
    return (
      <LinkOutcome
        page={words.title}
        kind="success"
        title={words.doneTitle}
        actions={<LinkButton to={paths.userSettings}>{texts.toSettings}</LinkButton>}
      >
        <p>{words.doneText}</p>
      </LinkOutcome>
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
    <LinkOutcome
      page={texts.title}
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
    </LinkOutcome>
  )
}
