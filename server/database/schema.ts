/**
 * Every table as Kysely sees it. Only TEXT and INTEGER (BIGINT for cents; bytes of files), see docs/decisions; units
 * are in the names.
 */
import type { AccountTables } from './account-tables.ts'
import type { BusinessTables } from './business-tables.ts'
import type { DnsTables } from './dns-tables.ts'
import type { EnergyTables } from './energy-tables.ts'
import type { PlatformTables } from './platform-tables.ts'

export type Database = BusinessTables & AccountTables & DnsTables & EnergyTables & PlatformTables
