import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** A command that ends before its device could answer is superseded, not unconfirmed. See 0098. */
export const supersededCommands: Migration = {
  name: '0066-superseded-commands',
  async up(db, engine) {
    const states = `state in ('sent', 'confirmed', 'refused', 'expired', 'superseded')`
    if (engine === 'postgres') {
      await sql`alter table energy_command drop constraint energy_command_state_check`.execute(db)
      await sql`alter table energy_command add constraint energy_command_state_check check (${sql.raw(states)})`.execute(
        db,
      )
      return
    }
    // SQLite changes a CHECK only with its table; its text is the one of 0062.
    const { rows } = await sql<{ type: string; text: string }>`select type, sql as text from sqlite_master
      where tbl_name = 'energy_command' and sql is not null order by type desc`.execute(db)
    const [table, ...indexes] = rows.map(({ text }) => text)
    if (table === undefined) throw new Error('The table energy_command does not exist.')
    await sql`alter table energy_command rename to energy_command_old`.execute(db)
    for (const { name } of await indexesOf()) await sql`drop index ${sql.ref(name)}`.execute(db)
    await sql.raw(table.replace(/state in \([^)]*\)/, states)).execute(db)
    await sql`insert into energy_command select * from energy_command_old`.execute(db)
    await sql`drop table energy_command_old`.execute(db)
    for (const index of indexes) await sql.raw(index).execute(db)

    async function indexesOf(): Promise<{ name: string }[]> {
      const found = await sql<{ name: string }>`select name from sqlite_master
        where tbl_name = 'energy_command_old' and type = 'index' and sql is not null`.execute(db)
      return found.rows
    }
  },
}
