import { useQuery } from '@tanstack/react-query'
import { dnsTexts } from '#web/texts/dns.texts.ts'
import { dnsDomainQuery, dnsEndpointQuery, dnsHostnameQuery } from './dns.query-options.ts'

interface TitleProps {
  id: string
}

/** The name of a host name, once loaded. */
export function DnsHostnameTitle({ id }: TitleProps) {
  const { data } = useQuery(dnsHostnameQuery(id))
  return data ? `${data.fullName} (${data.type})` : dnsTexts.hostnames.name
}

export function DnsDomainTitle({ id }: TitleProps) {
  return useQuery(dnsDomainQuery(id)).data?.domain ?? dnsTexts.domains.domain
}

export function DnsEndpointTitle({ id }: TitleProps) {
  return useQuery(dnsEndpointQuery(id)).data?.name ?? dnsTexts.endpoints.name
}
