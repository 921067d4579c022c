/** The brand's mark: rings around a bright core, drawn in the text's colour. */
export function LogoMark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className} data-graphic="">
      <circle cx="16" cy="16" r="16" fill="#121711" />
      <g fill="none" stroke="#d6ee26" strokeWidth="2.4" strokeLinecap="round">
        <path d="M16 4.2A11.8 11.8 0 1 1 5.8 10.1" opacity="0.75" />
        <path d="M22.9 12A8 8 0 1 1 16 8" />
      </g>
      <circle cx="16" cy="16" r="3.6" fill="#d6ee26" />
    </svg>
  )
}

/** The mark with the company's name. */
export function Logo({ name }: { name: string }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <LogoMark />
      <span className="font-display text-lead/tight font-bold tracking-tight">{name}</span>
    </span>
  )
}
