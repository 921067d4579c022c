import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { dnsTexts } from '#web/texts/dns.texts.ts'
import { dnsDomainsQuery } from './dns.query-options.ts'

interface NoDnsHostnamesProps {
  customerId: string
  /** The view in which domains are created. */
  domainsLink: LinkProps
  /** The button that creates a host name. */
  children: ReactNode
}

/** The next step of a customer without host names: the first domain, or its first name. */
export function NoDnsHostnames({ customerId, domainsLink, children }: NoDnsHostnamesProps) {
  const { data: domains } = useQuery(dnsDomainsQuery({ customer: customerId, page_size: 1 }))
  if (domains?.count !== 0) return children
  return (
    <>
      <p className="max-w-reading text-label text-muted">{texts.domainFirst}</p>
      <LinkButton {...domainsLink}>{texts.toDomains}</LinkButton>
    </>
  )
}

const texts = dnsTexts.hostnames
