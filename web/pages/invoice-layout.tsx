import type { ReactNode } from 'react'

interface InvoiceLayoutProps {
  /** What is to be done next, where something is to be paid: before all rows, on a wide screen beside them. */
  payment: ReactNode
  rows: ReactNode
  /** Beside the rows where there is room, else below them. */
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
