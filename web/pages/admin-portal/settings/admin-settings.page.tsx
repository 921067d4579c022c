import {
  IconBuildingStore,
  IconDatabaseExport,
  IconEye,
  IconHome,
  IconListDetails,
  IconMailForward,
  IconNews,
  IconReceiptEuro,
  IconScale,
  IconSolarPanel,
  IconUsers,
} from '@tabler/icons-react'
import { paths } from '#web/app/paths.ts'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { LinkCard, LinkCards } from '#web/components/navigation/link-card.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { settingsTexts } from '#web/texts/settings.texts.ts'
import { type SettingsSection, settingsGroups } from './sections.ts'

/** /admin-portal/settings: settings of the business, access and background work. */
export function AdminSettingsPage() {
  return (
    <>
      <PageHeader
        title={settingsTexts.title}
        lead={
          <>
            {settingsTexts.lead} <TextLink to={paths.userSettings}>{settingsTexts.ownSettings}</TextLink>.
          </>
        }
      />
      <LinkCards>
        {settingsGroups.map(({ title, sections }) => (
          <LinkCard
            key={title}
            title={title}
            rows={sections.map(({ key, to }) => {
              const { label, note } = settingsTexts.sections[key]
              return { key, link: { to }, icon: icons[key], title: label, note }
            })}
          />
        ))}
      </LinkCards>
    </>
  )
}

const icons = {
  company: <IconBuildingStore />,
  billing: <IconReceiptEuro />,
  homepage: <IconHome />,
  powerMaster: <IconSolarPanel />,
  legalTexts: <IconScale />,
  users: <IconUsers />,
  impersonation: <IconEye />,
  newsletters: <IconNews />,
  outbox: <IconMailForward />,
  auditLog: <IconListDetails />,
  backups: <IconDatabaseExport />,
} as const satisfies Record<SettingsSection, unknown>
