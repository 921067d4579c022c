import './services.css'
import { useEffect, useRef } from 'react'
import { Button } from '#web/components/action/button.tsx'
import { CopyableText } from '#web/components/action/copyable-text.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { serviceTexts } from '#web/texts/services.texts.ts'

interface HeartbeatAddressProps {
  url: string
  onDone: () => void
}

/** The new address, with a command to try it. Receives the focus, because the address is shown only once. */
export function HeartbeatAddress({ url, onDone }: HeartbeatAddressProps) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.focus(), [])
  return (
    <div ref={frame} tabIndex={-1} className="heartbeat-address mt-4 grid gap-4">
      <Notice kind="warning" title={texts.madeTitle}>
        {texts.madeText}
      </Notice>
      <CopyableText name={texts.url} text={url} />
      <CopyableText name={texts.example} text={curlExample(url)} />
      <Button className="justify-self-start" fullOnPhone onClick={onDone}>
        {texts.done}
      </Button>
    </div>
  )
}

const texts = serviceTexts.heartbeat

/** A command that any machine with curl can run every few minutes. */
export function curlExample(url: string): string {
  return `curl -fsS -X POST ${url} \\\n  -H 'Content-Type: application/json' -d '{"version":"1.4.2"}'`
}
