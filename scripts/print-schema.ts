/** Writes server/database/schema.sql; a test compares it with the migrations. */
import { writeFileSync } from 'node:fs'
import { printSchema } from '#server/database/migrations/schema-text.ts'

writeFileSync(new URL('../server/database/schema.sql', import.meta.url), await printSchema())
