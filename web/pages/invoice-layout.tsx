import type { ReactNode } from 'react'

interface InvoiceLayoutProps {
  /** The next step for an unpaid invoice: before all rows, next to them on a wide screen. */
  payment: ReactNode
  rows: ReactNode
  /** Next to the rows where there is room, otherwise below them. */
  facts: ReactNode
}

/** The parts of an issued invoice. */
export function InvoiceLayout({ payment, rows, facts }: InvoiceLayoutProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-x-7 gap-y-8 xl:grid-cols-[minmax(0,1fr)_21rem] xl:grid-rows-[auto_1fr] xl:gap-y-5">
      {payment}
      <div className="grid min-w-0 gap-8 xl:col-start-1 xl:row-span-2 xl:row-start-1">{rows}</div>
      <div className="grid items-start gap-5 md:grid-cols-2 xl:col-start-2 xl:grid-cols-1">{facts}</div>
    </div>
  )
}
