/**
 * The triggers that keep `search_part`: the ends of words, for finding a word inside a compound (0053). Released
 * migrations use them: never change their output, only add to it.
 */
import { sql, type Transaction } from 'kysely'
import type { Engine } from '#server/database/engine.ts'
import type { Database } from '#server/database/schema.ts'
import { insideLengthMin, skippedLetters, termLengthMax } from '#server/database/search-terms.ts'

/**
 * From here on the database itself stores the ends of every term: `waermepumpe` also as `rmepumpe`, `mepumpe` … `mpe`.
 * They are added and deleted with the term, for every writer. Those of existing terms are made now.
 */
export async function keepSearchParts(trx: Transaction<Database>, engine: Engine): Promise<void> {
  const statements = engine === 'sqlite' ? sqliteTriggers() : postgresTriggers()
  const fill = `insert into search_part (kind, part, subject_id)
    select distinct ${columns('term')} from search_term as term, ${ends(engine)} where ${hasEnd('term', engine)}`
  for (const statement of [fill, ...statements]) await sql.raw(statement).execute(trx)
}

const firstEnd = skippedLetters + 1
/** The number of letters of a term that do not begin an end of sufficient length. */
const tooShort = insideLengthMin - 1

function sqliteTriggers(): string[] {
  const come = `insert into search_part (kind, part, subject_id)
    select ${columns('new')} from ${ends('sqlite')} where ${hasEnd('new', 'sqlite')} on conflict do nothing;`
  const go = `delete from search_part where kind = old.kind and subject_id = old.subject_id
    and part in (select substr(old.term, place.at) from ${ends('sqlite')} where ${hasEnd('old', 'sqlite')})
    and not exists (select 1 from search_term as term where ${keepsPart('sqlite')});`
  return [
    `create trigger search_term_parts_insert after insert on search_term begin ${oneLine(come)} end`,
    `create trigger search_term_parts_delete after delete on search_term begin ${oneLine(go)} end`,
  ]
}

function postgresTriggers(): string[] {
  return [
    `create function search_term_parts_insert() returns trigger language plpgsql as $$
begin
  insert into search_part (kind, part, subject_id)
    select distinct ${columns('added')} from added, ${ends('postgres')} where ${hasEnd('added', 'postgres')}
    on conflict do nothing;
  return null;
end $$`,
    `create function search_term_parts_delete() returns trigger language plpgsql as $$
begin
  delete from search_part using (
      select distinct ${columns('gone')} from gone, ${ends('postgres')} where ${hasEnd('gone', 'postgres')}
    ) as lost (kind, part, subject_id)
    where search_part.kind = lost.kind and search_part.part = lost.part and search_part.subject_id = lost.subject_id
    and not exists (select 1 from search_term as term where ${keepsPart('postgres')});
  return null;
end $$`,
    `create trigger search_term_parts_insert after insert on search_term referencing new table as added
      for each statement execute function search_term_parts_insert()`,
    `create trigger search_term_parts_delete after delete on search_term referencing old table as gone
      for each statement execute function search_term_parts_delete()`,
  ]
}

/** Where an end may begin, as `place.at`. SQLite knows no series of numbers inside a trigger. */
function ends(engine: Engine): string {
  if (engine === 'postgres') return `generate_series(${firstEnd}, ${termLengthMax}) as place (at)`
  const places = Array.from({ length: termLengthMax - firstEnd + 1 }, (_, index) => `(${firstEnd + index})`)
  return `(select column1 as at from (values ${places.join(', ')})) as place`
}

function columns(row: string): string {
  return `${row}.kind, substr(${row}.term, place.at), ${row}.subject_id`
}

/** Numbers have no compounds, and of a mail only the recipient's address is stored. */
function hasEnd(row: string, engine: Engine): string {
  return `place.at <= length(${row}.term) - ${tooShort} and ${isSplit(row, engine)}`
}

function isSplit(row: string, engine: Engine): string {
  const hasDigit = engine === 'sqlite' ? `${row}.term glob '*[0-9]*'` : `${row}.term ~ '[0-9]'`
  return `${row}.kind <> 'outbox_mail' and not ${hasDigit}`
}

/** Another term of the row has the same end. */
function keepsPart(engine: Engine): string {
  return `term.kind = search_part.kind and term.subject_id = search_part.subject_id
    and length(term.term) - length(search_part.part) >= ${skippedLetters}
    and substr(term.term, length(term.term) - length(search_part.part) + 1) = search_part.part
    and ${isSplit('term', engine)}`
}

function oneLine(statement: string): string {
  return statement.replace(/\s+/g, ' ')
}
