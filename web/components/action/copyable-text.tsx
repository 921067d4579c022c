import { CopyButton } from './copy-button.tsx'

/** An address, key or command with its name and a button to copy it. */
export function CopyableText({ name, text }: { name: string; text: string }) {
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
