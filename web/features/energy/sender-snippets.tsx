import { senderSettings } from '#contract/energy-senders.ts'
import type { EnergySiteKey } from '#contract/energy-sites.ts'
import { CopyableText } from '#web/components/action/copyable-text.tsx'
import { Disclosure } from '#web/components/display/disclosure.tsx'
import { unbroken } from '#web/components/display/unbroken.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { energySenderTexts } from '#web/texts/energy-senders.texts.ts'

/** The settings of each sender, ready to copy. Contains the token. */
export function SenderSnippets({ made, channelKey }: { made: EnergySiteKey; channelKey: string }) {
  return (
    <div className="grid gap-4">
      {made.mqtt === null ? <Notice kind="info">{texts.withoutMqtt}</Notice> : null}
      <div>
        {senderSettings(made, channelKey).map(({ kind, snippets }) => (
          <Disclosure
            key={kind}
            name="energy-senders"
            summary={texts.senders[kind].title}
            headingLevel={3}
            open={kind === 'https'}
          >
            <div className="grid grid-cols-1 gap-4">
              <p className="max-w-reading text-label">{unbroken(texts.senders[kind].lead)}</p>
              {snippets.map(({ name, text }) => (
                <CopyableText key={name} name={texts.snippets[name]} text={text} />
              ))}
            </div>
          </Disclosure>
        ))}
      </div>
    </div>
  )
}

const texts = energySenderTexts
