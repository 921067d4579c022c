import './services.css'
import { useEffect, useRef } from 'react'
import { Button } from '#web/components/action/button.tsx'
import { CopyButton } from '#web/components/action/copy-button.tsx'
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
      <Secret name={texts.url} text={url} />
      <Secret name={texts.example} text={curlExample(url)} />
      <Button className="justify-self-start" fullOnPhone onClick={onDone}>
        {texts.done}
      </Button>
    </div>
  )
}

const texts = serviceTexts.heartbeat

function Secret({ name, text }: { name: string; text: string }) {
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <p className="text-label font-medium">{name}</p>
        <CopyButton name={name} value={text} labelled />
      </div>
      <pre className="rounded-control border border-hairline bg-sunken p-3 font-mono text-small wrap-anywhere whitespace-pre-wrap">
        {text}
      </pre>
    </div>
  )
}

/** A command that any machine with curl can run every few minutes. */
export function curlExample(url: string): string {
  return `curl -fsS -X POST ${url} \\\n  -H 'Content-Type: application/json' -d '{"version":"1.4.2"}'`
}
