/** Sites with their channels and storages for tests: each builder creates the rows it depends on. Overrides are columns. */
import type { Insertable, Selectable } from 'kysely'
import { instantText } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import type { EnergyCommandTable, EnergyOverrideTable } from '#server/database/energy-control-tables.ts'
import type {
  EnergyChannelTable,
  EnergyProposalTable,
  EnergySiteTable,
  EnergyStorageTable,
  EnergyTariffTable,
} from '#server/database/energy-tables.ts'
import { fold } from '#server/database/fold.ts'
import { newId } from '#server/database/ids.ts'
import { nextNumber } from '#server/database/number-sequence.ts'
import { saveSearchTerms } from '#server/database/search-terms.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { channelColumnsOf, newChannelFields } from '#server/features/energy/energy-channel.rules.ts'
import { newSiteFields, siteColumnsOf } from '#server/features/energy/energy-site.rules.ts'
import { newStorageFields, storageColumnsOf } from '#server/features/energy/energy-storage.rules.ts'
import { tariffColumnsOf } from '#server/features/energy/energy-tariff.rules.ts'
import { buildCustomer } from './build-tickets.ts'

type Builder = Pick<Runtime, 'db' | 'clock' | 'wake'>

let built = 0

/** Never heard, without a key, by default. */
export async function buildSite(
  runtime: Builder,
  overrides: Partial<Insertable<EnergySiteTable>> = {},
): Promise<Selectable<EnergySiteTable>> {
  built += 1
  const name = overrides.name ?? `Anlage ${built}`
  const customerId = overrides.customer_id ?? (await buildCustomer(runtime)).id
  return inTransaction(runtime, async trx => {
    const row = await trx
      .insertInto('energy_site')
      .values({
        ...rowStart(runtime),
        ...siteColumnsOf(newSiteFields({ customerId, name })),
        is_demo: 0,
        state: 'unknown',
        ...overrides,
        name_key: fold(name),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await saveSearchTerms(trx, 'energy_site', row.id, [row.name])
    return row
  })
}

/** The grid's power by default. */
export async function buildChannel(
  runtime: Builder,
  overrides: Partial<Insertable<EnergyChannelTable>> = {},
): Promise<Selectable<EnergyChannelTable>> {
  built += 1
  const site = await siteOf(runtime, overrides.site_id)
  const fields = newChannelFields({
    siteId: site.id,
    key: `channel-${built}`,
    name: `Messkanal ${built}`,
    role: 'grid',
    measure: 'power',
  })
  return inTransaction(runtime, async trx =>
    trx
      .insertInto('energy_channel')
      .values({
        ...rowStart(runtime),
        number: await nextNumber(trx, 'energy_channel'),
        site_id: site.id,
        customer_id: site.customer_id,
        ...channelColumnsOf(fields),
        ...overrides,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}

/** A battery of 10 kWh by default. */
export async function buildStorage(
  runtime: Builder,
  overrides: Partial<Insertable<EnergyStorageTable>> = {},
): Promise<Selectable<EnergyStorageTable>> {
  built += 1
  const site = await siteOf(runtime, overrides.site_id)
  const fields = newStorageFields({
    siteId: site.id,
    name: `Speicher ${built}`,
    kind: 'battery',
    maxWh: 10_000,
    maxChargeW: 5_000,
  })
  return runtime.db
    .insertInto('energy_storage')
    .values({
      ...rowStart(runtime),
      site_id: site.id,
      customer_id: site.customer_id,
      ...storageColumnsOf(fields),
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A dynamic tariff without windows, from 2026 on, by default. */
export async function buildTariff(
  runtime: Builder,
  overrides: Partial<Insertable<EnergyTariffTable>> = {},
): Promise<Selectable<EnergyTariffTable>> {
  built += 1
  const site = await siteOf(runtime, overrides.site_id)
  const tariff = {
    vat: 0.19,
    supply: { spotShare: 1, ct: 1.5 },
    gridFee: { ct: 9.53, windows: [] },
    leviesCt: 4.63,
    feedIn: { ct: 7.86, spotShare: 0, zeroWhenSpotNegative: false },
  }
  return runtime.db
    .insertInto('energy_tariff')
    .values({
      ...rowStart(runtime),
      site_id: site.id,
      customer_id: site.customer_id,
      ...tariffColumnsOf({ validFrom: '2026-01-01', name: `Tarif ${built}`, tariff, monthlyEur: 0 }),
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A site of a customer with a row in every table of measured energy. */
export async function buildMeasuredSite(runtime: Builder, customerId: string): Promise<void> {
  const { db } = runtime
  const site = await buildSite(runtime, { customer_id: customerId })
  const storage = await buildStorage(runtime, { site_id: site.id })
  await buildTariff(runtime, { site_id: site.id })
  const { number } = await buildChannel(runtime, { site_id: site.id, storage_id: storage.id })
  const place = { channel_number: number, at_ms: 0 }
  await db
    .insertInto('energy_reading')
    .values({ ...place, value_millionths: 1 })
    .execute()
  await db
    .insertInto('energy_minute')
    .values({ ...place, mean_thousandths: 1, covered_ms: 1 })
    .execute()
  await db
    .insertInto('energy_slot')
    .values({ ...place, covered_ms: 1, quality: 'measured' })
    .execute()
  await db.insertInto('energy_due_slot').values(place).execute()
  const ofSite = { site_id: site.id, date: '2026-03-10', covered_ms: 1 }
  await db
    .insertInto('energy_site_slot')
    .values({ ...ofSite, at_ms: 0, quality: 'measured' })
    .execute()
  await db.insertInto('energy_site_day').values(ofSite).execute()
  await db
    .insertInto('energy_saving')
    .values({ ...ofSite, obstacle: 'coverage' })
    .execute()
  await db.insertInto('energy_forecast_day').values({ site_id: site.id, date: ofSite.date, from_ms: 0 }).execute()
  const { id, created_at } = rowStart(runtime)
  const ofKind = { site_id: site.id, kind: 'balance' } as const
  await db
    .insertInto('energy_alarm')
    .values({ id, ...ofKind, subject_id: site.id, started_at: created_at })
    .execute()
  await db
    .insertInto('energy_mute')
    .values({ ...ofKind, until_at: created_at })
    .execute()
  await db
    .insertInto('energy_plan')
    .values({ id: newId(), site_id: site.id, at_ms: 0, made_at: created_at, plan: '' })
    .execute()
  await db
    .insertInto('energy_rejection')
    .values({ id, site_id: site.id, channel: '', value: '', reading_at: '', code: 'value.invalid', created_at })
    .execute()
  await buildProposal(runtime, { site_id: site.id })
  await buildCommand(runtime, { storage_id: storage.id })
  await buildOverride(runtime, { storage_id: storage.id })
  await db
    .insertInto('energy_report')
    .values({ storage_id: storage.id, site_id: site.id, text: 'normal', at: created_at })
    .execute()
  await db
    .insertInto('energy_target')
    .values({
      site_id: site.id,
      topic: 'inverter/mode/set',
      component: 'select',
      name: 'Wechselrichter',
      description: '{"options":["Auto"]}',
      seen_at: created_at,
    })
    .execute()
}

/** Charging by the plan, over, by default. */
export async function buildCommand(
  runtime: Builder,
  overrides: Partial<Insertable<EnergyCommandTable>> = {},
): Promise<Selectable<EnergyCommandTable>> {
  const storage = await storageOf(runtime, overrides.storage_id)
  const { created_at: at } = rowStart(runtime)
  const facts = { valueCt: 30, chargeEfficiency: 1, importCt: 20, exportCt: 8, time: null, until: null }
  return runtime.db
    .insertInto('energy_command')
    .values({
      id: newId(),
      site_id: storage.site_id,
      customer_id: storage.customer_id,
      storage_id: storage.id,
      at,
      mode: 'charge',
      power_w: 3_000,
      reason: 'cheap_now',
      facts: JSON.stringify(facts),
      is_dimmed: 0,
      target: 'null',
      state: 'confirmed',
      reports_since: at,
      ended_at: at,
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Holding a battery for an hour from now by default. */
export async function buildOverride(
  runtime: Builder,
  overrides: Partial<Insertable<EnergyOverrideTable>> = {},
): Promise<Selectable<EnergyOverrideTable>> {
  const storage = await storageOf(runtime, overrides.storage_id)
  return runtime.db
    .insertInto('energy_override')
    .values({
      id: newId(),
      site_id: storage.site_id,
      customer_id: storage.customer_id,
      storage_id: storage.id,
      mode: 'hold',
      until_at: instantText(new Date(runtime.clock.now().getTime() + 3_600_000)),
      by: 'customer',
      created_at: rowStart(runtime).created_at,
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

function storageOf(runtime: Builder, id: string | undefined): Promise<Selectable<EnergyStorageTable>> {
  if (id === undefined) return buildStorage(runtime)
  return runtime.db.selectFrom('energy_storage').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** A grid's power of evcc by default. */
export async function buildProposal(
  runtime: Builder,
  overrides: Partial<Insertable<EnergyProposalTable>> = {},
): Promise<Selectable<EnergyProposalTable>> {
  built += 1
  const site = await siteOf(runtime, overrides.site_id)
  const { id, created_at } = rowStart(runtime)
  return runtime.db
    .insertInto('energy_proposal')
    .values({
      id,
      site_id: site.id,
      adapter: 'evcc',
      topic: 'evcc/site/grid/power',
      path: '',
      name: `Wert ${built}`,
      role: 'grid',
      measure: 'power',
      factor_millionths: 1_000_000,
      unit: 'W',
      example: '412',
      seen_at: created_at,
      created_at,
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

function siteOf(runtime: Builder, id: string | undefined): Promise<Selectable<EnergySiteTable>> {
  if (id === undefined) return buildSite(runtime)
  return runtime.db.selectFrom('energy_site').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

function rowStart({ clock }: Pick<Runtime, 'clock'>) {
  const now = instantText(clock.now())
  return { id: newId(), created_at: now, updated_at: now }
}
