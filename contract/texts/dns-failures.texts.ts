/** Why a DNS record is not right, in German: on the screens and in mails. */
import type { DnsCheckFailure } from '#contract/dns-fields.ts'

export const dnsFailureTexts: Readonly<Record<DnsCheckFailure, string>> = {
  key: 'Der DNS-Anbieter lehnt den API-Key ab, oder der Key darf diesen Namen nicht ändern.',
  zone: 'Der DNS-Anbieter kennt diese Domain nicht, oder der API-Key gehört nicht zu ihr.',
  name: 'Der API-Key darf diesen Namen nicht ändern, oder der DNS-Anbieter kennt ihn nicht.',
  input: 'Der DNS-Anbieter nimmt Adresse oder TTL für diesen Namen nicht an.',
  blocked: 'Das Portal darf diesen Server nicht aufrufen.',
  unsupported: 'Der DNS-Anbieter kann das nicht.',
  limit: 'Der DNS-Anbieter lässt zurzeit keine weiteren Aufrufe zu.',
  unavailable: 'Der DNS-Anbieter ist nicht erreichbar.',
  conflict: 'Beim DNS-Anbieter steht eine andere Adresse als erwartet.',
  unknown: 'Der DNS-Anbieter hat nicht geantwortet.',
  answer: 'Die Antwort des DNS-Anbieters ist nicht zu verstehen.',
  no_key: 'Zu dieser Domain ist kein lesbarer API-Key gespeichert.',
  elsewhere: 'Die Domain ist an andere Nameserver vergeben als an die dieses DNS-Anbieters.',
  other_servers: 'Die eingetragenen Nameserver sind nicht die dieses DNS-Anbieters.',
  not_published: 'Der DNS-Anbieter hat die Adresse angenommen, aber nicht alle Nameserver veröffentlichen sie.',
}
