/** The operator's command line, `npm run portal -- <command>`. Works next to a running server. */

import pino from 'pino'
import { openServices } from '#server/app.ts'
import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { verifyAudit } from '#server/audit/verify-audit.ts'
import type { Actor } from '#server/auth/actor.ts'
import { scopeOf } from '#server/auth/scope.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { foldCase } from '#server/database/fold.ts'
import { hasInstallation, type OpenedDatabase } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { importDemo } from '#server/demo-part.ts'
import { findAccountByName } from '#server/features/accounts/account.queries.ts'
import { createPasswordResetLink } from '#server/features/accounts/password.commands.ts'
import { resetSecondFactor } from '#server/features/accounts/second-factor-reset.commands.ts'
import { createSetUpLink } from '#server/features/accounts/set-up.commands.ts'
import { isSetUpRequired } from '#server/features/accounts/set-up.queries.ts'
import { changeUser } from '#server/features/accounts/user.commands.ts'
import { listUsers } from '#server/features/accounts/user.queries.ts'
import { createInvitationLink } from '#server/features/accounts/user-invitation.commands.ts'
import { addKey, openKeys } from '#server/keys.ts'
import { checkKeys } from '#server/secrets/canary.ts'
import { rewrapSecrets } from '#server/secrets/rewrap.ts'
import { startSentence } from '#server/start-error.ts'
import { backUp, restore } from './portal-backups.ts'
import { writeMosquittoFiles } from './portal-broker-users.ts'
import { examine } from './portal-doctor.ts'
import { energyUsage, runEnergy } from './portal-energy.ts'

/** Returns the text to print; throws a `Refusal` or prints to the end with `isBad` for exit code 1. */
type Command = (portal: Portal, ...args: string[]) => Promise<{ text: string; isBad?: boolean }>
type Portal = { context: Context; database: OpenedDatabase }
/** Works on the data from outside, while nobody has it open. */
type OutsideCommand = (config: Config, ...args: string[]) => Promise<{ text: string }>

/** The request cannot be carried out; the message is one plain sentence. */
class Refusal extends Error {}

const commands: Readonly<Record<string, Command>> = {
  'set-up': setUp,
  'user list': listAllUsers,
  'user invite': inviteUser,
  'user reset': resetPassword,
  'user second-factor-reset': takeSecondFactor,
  'user disable': (portal, name) => setActive(portal, name, false),
  'user enable': (portal, name) => setActive(portal, name, true),
  doctor,
  'audit verify': verifyLog,
  'keys rotate': rotateKeys,
  'keys rewrap': rewrapKeys,
  'energy mqtt-users': writeBrokerUsers,
  backup: ({ context }, ...args) => backUp(context, ...args),
  demo: fillDemo,
}

const outsideCommands: Readonly<Record<string, OutsideCommand>> = { restore }

/** The others work on existing data, and would otherwise create an empty installation for a mistyped path. */
const founding: ReadonlySet<Command> = new Set([setUp, fillDemo])

const usage = `Usage: npm run portal -- <command>

  set-up                a new link for the first set-up
  user list             all users
  user invite <name>    an invitation link for a user without a password
  user reset <name>     a link to choose a new password
  user second-factor-reset <name>
                        let in with the password alone, after phone and codes are lost
  user disable <name>   log out and lock out
  user enable <name>    let in again
  doctor                check database, sums, secrets, files and audit log
  audit verify          check the audit log alone
  keys rotate           a new key, and everything sealed taken over to it
  keys rewrap           go on where a rotation was stopped
  backup                a backup, proven, in DATA_DIR/backups
  backup --to <path>    the same into another file or folder
  restore <file> --verify
                        try a backup out; nothing is replaced
  restore <file>        try it out and put it into the place of the data; the portal must be stopped
  restore --undo        change back what the last restore has done
  demo                  fill an empty database with the demo business
${energyUsage}
  energy mqtt-users <folder>
                        users and rights of all sites for mosquitto, as the files users and acl`

process.exitCode = await main(process.argv.slice(2))

async function main([first = '', second = '', ...rest]: string[]): Promise<number> {
  if (first === 'energy' && !Object.hasOwn(commands, `energy ${second}`)) return runEnergy([second, ...rest], usage)
  const outside = outsideCommands[first]
  if (outside) return runOutside(outside, [second, ...rest])
  const double = commands[`${first} ${second}`]
  const command = double ?? commands[first]
  const args = double ? rest : [second, ...rest].filter(argument => argument !== '')
  if (command === undefined) return print(usage, true)
  try {
    const config = readConfig()
    if (!founding.has(command) && !(await hasInstallation(config))) {
      throw new Refusal('There is no database yet: check DATA_DIR and DATABASE_URL, or begin with "set-up".')
    }
    const portal = await open(config)
    try {
      const { text, isBad = false } = await command(portal, ...args)
      return print(text, isBad)
    } finally {
      await portal.database.close()
    }
  } catch (error) {
    return print(sentenceOf(error), true)
  }
}

async function runOutside(command: OutsideCommand, args: readonly string[]): Promise<number> {
  try {
    const { text } = await command(readConfig(), ...args.filter(argument => argument !== ''))
    return print(text, false)
  } catch (error) {
    return print(sentenceOf(error), true)
  }
}

async function open(config: Config): Promise<Portal> {
  const actor: Actor = { kind: 'program', name: 'command line' }
  const { runtime, database } = await openServices(config, pino({ level: 'silent' }))
  return { context: { ...runtime, actor, scope: scopeOf(actor), address: '', userAgent: '' }, database }
}

async function setUp({ context }: Portal) {
  const link = await createSetUpLink(context)
  if (link === undefined) throw new Refusal('The portal is set up already. New users are made and invited in it.')
  return { text: `Open this link within 24 hours: ${link}` }
}

async function listAllUsers({ context }: Portal) {
  const { rows } = await listUsers(context.db, context.actor, { page: 1, page_size: Number.MAX_SAFE_INTEGER })
  const lines = rows.map(user =>
    [
      user.username.padEnd(24),
      user.role.padEnd(9),
      (user.is_active === 1 ? 'active' : 'disabled').padEnd(9),
      (user.password_hash === null ? 'no password' : 'password').padEnd(12),
      user.email,
    ].join(' '),
  )
  return { text: lines.join('\n') || 'There are no users yet.' }
}

async function inviteUser({ context }: Portal, name?: string) {
  const { id } = await findUser(context, name)
  const link = await inTransaction(context, async trx => {
    const made = await createInvitationLink(trx, context, id)
    await recordAudit(trx, context, { action: 'user.invited', subjectKind: 'user', subjectId: id })
    return made.link
  })
  return { text: `The link works once, within 72 hours: ${link}` }
}

async function resetPassword({ context }: Portal, name?: string) {
  const { id } = await findUser(context, name)
  const link = await inTransaction(context, async trx => {
    const made = await createPasswordResetLink(trx, context, id)
    await recordAudit(trx, context, { action: 'user.password_reset_sent', subjectKind: 'user', subjectId: id })
    return made.link
  })
  return { text: `The link works once, within 30 minutes: ${link}` }
}

async function writeBrokerUsers({ context }: Portal, folder?: string) {
  if (folder === undefined)
    throw new Refusal('Name the folder for the files: "energy mqtt-users /etc/mosquitto/portal".')
  const count = await writeMosquittoFiles(context, folder)
  return { text: `${count} sites may log in. Let mosquitto read the files again: systemctl reload mosquitto` }
}

async function takeSecondFactor({ context }: Portal, name?: string) {
  const { id, username } = await findUser(context, name)
  await resetSecondFactor(context, id)
  return {
    text: `${username} is logged out everywhere and needs a new password: "user invite ${username}" gives a link.`,
  }
}

async function setActive({ context }: Portal, name: string | undefined, isActive: boolean) {
  const { id, username } = await findUser(context, name)
  await changeUser(context, id, { isActive }, undefined)
  return { text: `${username} is ${isActive ? 'active' : 'disabled and logged out everywhere'}.` }
}

async function findUser(context: Context, name = '') {
  const account = await findAccountByName(context.db, foldCase(name))
  if (account === undefined) throw new Refusal(`There is no user "${name}". "user list" shows all.`)
  return account
}

async function doctor({ context, database }: Portal) {
  const { findings, secretsCount, filesCount, auditEntries } = await examine(context, database)
  return findings.length === 0
    ? {
        text: `All is well: database, ticket sums, ${secretsCount} secrets, ${filesCount} files, and ${auditEntries} lines of the audit log.`,
      }
    : { text: findings.join('\n'), isBad: true }
}

/** The running server finds the new key in the file, and uses it for new values after its next start. */
async function rotateKeys({ context, database }: Portal) {
  const id = addKey(context.config.keysFile)
  const keys = openKeys(context.config.keysFile)
  await checkKeys({ ...context, keys })
  const { text } = await rewrapKeys({ context: { ...context, keys }, database })
  return {
    text: `${context.config.keysFile} has the new key ${id}.\n${text}\nRestart the portal, then run "keys rewrap" once more for what was sealed meanwhile. Keep the old keys: backups need them.`,
  }
}

async function rewrapKeys({ context }: Portal) {
  const { count, unreadable } = await rewrapSecrets(context)
  const taken = `${count} secrets were taken over to the key ${context.keys.activeId}.`
  return unreadable === 0 ? { text: taken } : { text: `${taken} ${unreadable} cannot be read and stay.`, isBad: true }
}

async function verifyLog({ context }: Portal) {
  const { ok, entries, head, brokenAtSeq } = await verifyAudit(context.db)
  return ok
    ? { text: `The audit log is whole: ${entries} lines${head ? `, the last with the hash ${head.hash}` : ''}.` }
    : { text: `The audit log is broken at line ${brokenAtSeq}.`, isBad: true }
}

async function fillDemo({ context }: Portal) {
  if (!(await isSetUpRequired(context.db)))
    throw new Refusal('There is data already; the demo goes into an empty database only.')
  const { loadDemo, demoUsernames, demoPassword } = await importDemo()
  await loadDemo(context)
  return { text: `Demo logins: ${demoUsernames.join(', ')}, password ${demoPassword}` }
}

function sentenceOf(error: unknown): string {
  if (error instanceof Refusal) return error.message
  if (error instanceof AppError) return `That is not possible: ${error.code}.`
  return startSentence(error)
}

function print(text: string, isBad: boolean): number {
  ;(isBad ? process.stderr : process.stdout).write(`${text}\n`)
  return isBad ? 1 : 0
}
