import './stat-strip.css'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Skeleton } from './skeleton.tsx'

export interface Stat {
  label: string
  value: ReactNode
  /** Small text after the value: `aus 2 Tickets`. */
  note?: ReactNode
  /** The rows the number counts. */
  link?: LinkProps | undefined
}

export interface StatStripProps {
  /** What the numbers are about. */
  label: string
  stats: readonly Stat[]
  /** Keeps the labels and the height while the numbers are on their way. */
  loading?: boolean | undefined
}

/** A few numbers in one frame: side by side, on a phone two abreast with the last one over the full width. */
export function StatStrip({ label, stats, loading = false }: StatStripProps) {
  return (
    <section aria-label={label} aria-busy={loading || undefined}>
      <dl className="stat-strip grid gap-px overflow-clip rounded-box border border-hairline bg-surface">
        {stats.map(stat => (
          <div
            key={stat.label}
            className="relative grid content-start gap-0.5 px-5 py-4 [box-shadow:0_0_0_1px_var(--color-hairline)]"
          >
            <dt className="text-label text-muted">{stat.label}</dt>
            <dd className="flex min-h-7 flex-wrap items-baseline gap-x-1.5">
              {loading ? <Skeleton className="h-6 w-24 self-center" /> : <StatValue stat={stat} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Where it leads to its rows, the whole frame can be pressed. */
function StatValue({ stat: { value, note, link } }: { stat: Stat }) {
  const words = (
    <>
      <span className="font-display text-heading font-bold tracking-tight">{value}</span>
      {note ? <span className="text-label text-muted">{note}</span> : null}
    </>
  )
  if (!link) return words
  return (
    <Link
      {...link}
      className="stat-link flex flex-wrap items-baseline gap-x-1.5 text-ink underline decoration-graphic underline-offset-[0.2em]"
    >
      {words}
    </Link>
  )
}
