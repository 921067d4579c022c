import { paths } from '#web/app/paths.ts'
import { settingsTexts } from '#web/texts/settings.texts.ts'

export type SettingsSection = keyof typeof settingsTexts.sections

/** The sections of the settings in display order. */
export const settingsGroups = [
  {
    title: settingsTexts.groups.business,
    sections: [
      { key: 'company', to: paths.adminCompany },
      { key: 'billing', to: paths.adminBilling },
      { key: 'homepage', to: paths.adminHomepage },
      { key: 'powerMaster', to: paths.adminPowerMasterTexts },
      { key: 'legalTexts', to: paths.adminLegalTexts },
    ],
  },
  {
    title: settingsTexts.groups.people,
    sections: [
      { key: 'users', to: paths.adminUsers },
      { key: 'impersonation', to: paths.adminImpersonation },
      { key: 'newsletters', to: paths.adminNewsletters },
    ],
  },
  {
    title: settingsTexts.groups.portal,
    sections: [
      { key: 'outbox', to: paths.adminOutbox },
      { key: 'auditLog', to: paths.adminAuditLog },
      { key: 'backups', to: paths.adminBackups },
    ],
  },
] as const satisfies readonly { title: string; sections: readonly { key: SettingsSection; to: string }[] }[]
