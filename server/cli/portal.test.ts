import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { killRunning, portal, setUp, startServer, stop } from '#server/testing/processes.ts'

afterEach(killRunning)

describe('the process', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-main-'))
  const env = { DATA_DIR: dataDir }
  beforeAll(async () => {
    const server = await startServer(env)
    expect(await setUp(server)).toBe(201)
    await stop(server)
  })
  afterAll(() => rmSync(dataDir, { recursive: true }))

  test('the command line lists users, restores access and checks the installation', async () => {
    const outputOf = async (...args: string[]) => {
      const { exit, output } = await portal(args, env)
      return { code: await exit, text: output() }
    }
    expect((await outputOf('user', 'list')).text).toMatch(/kim\.lund +admin +active +password/)
    expect(await outputOf('user', 'invite', 'kim.lund')).toEqual({
      code: 1,
      text: 'That is not possible: user.already_active.\n',
    })
    expect((await outputOf('user', 'reset', 'Kim.Lund')).text).toMatch(/passwort-setzen#token=/)
    expect((await outputOf('user', 'disable', 'kim.lund')).text).toContain('user.last_admin')
    expect((await outputOf('user', 'reset', 'niemand')).text).toContain('There is no user "niemand"')
    expect((await outputOf('set-up')).text).toContain('set up already')
    expect((await outputOf('demo')).text).toContain('empty database only')
    expect(await outputOf('doctor')).toMatchObject({ code: 0, text: expect.stringContaining('All is well') })
    expect((await outputOf('audit', 'verify')).text).toContain('The audit log is whole')
    const copy = join(dataDir, 'elsewhere.backup')
    expect(await outputOf('backup', '--to', copy)).toMatchObject({
      code: 0,
      text: expect.stringContaining(`${copy} was restored on trial and is whole.`),
    })
    expect(await outputOf('backup', '--to', copy)).toEqual({
      code: 1,
      text: `${copy} exists already; a backup never replaces a file.\n`,
    })
    expect((await outputOf('backup', '--to', join(dataDir, 'nowhere', 'x'))).text).toMatch(/^There is no folder \S+/)
    expect((await outputOf('backup', copy)).text).toMatch(/^Say "backup" alone/)
    expect((await outputOf('backup')).text).toMatch(/\/backups\/portal-\S+-by-hand-\w{4}\.backup was restored on trial/)
    expect(await outputOf('nonsense')).toMatchObject({ code: 1, text: expect.stringContaining('Usage:') })
  }, 120_000)

  test('the command line verifies a backup, restores it, and undoes that', async () => {
    const outputOf = async (...args: string[]) => {
      const { exit, output } = await portal(args, env)
      return { code: await exit, text: output() }
    }
    const copy = join(dataDir, 'elsewhere.backup')
    expect((await outputOf('restore', copy, '--verify')).text).toMatch(
      /^The backup of \S+ \(by hand, release \S+\) with \d+ rows and \d+ lines of the audit log\. .+ nothing was replaced\.\n$/,
    )
    const server = await startServer(env)
    expect(await outputOf('restore', copy)).toEqual({
      code: 1,
      text: 'The portal is running on this data. Stop it first; nothing was changed.\n',
    })
    expect(await stop(server)).toBe(0)
    expect((await outputOf('restore', copy)).text).toMatch(
      /is the data of the portal now\.\nThe data before is set aside as \S+\. To undo this: npm run portal -- restore --undo\n$/,
    )
    expect(await outputOf('doctor')).toMatchObject({ code: 0 })
    expect((await outputOf('restore', '--undo')).text).toMatch(/ is the data again\. /)
    expect(await outputOf('doctor')).toMatchObject({ code: 0 })
    expect((await outputOf('restore', copy, '--force')).text).toMatch(/^Say "restore <file>"/)
    expect((await outputOf('restore')).text).toMatch(/^Say "restore <file>"/)
  }, 120_000)

  test('a command for a missing database creates none', async () => {
    const folder = join(dataDir, 'mistyped')
    const { exit, output } = await portal(['doctor'], { DATA_DIR: folder })
    expect(await exit).toBe(1)
    expect(output()).toMatch(/^There is no database yet: .+\n$/)
    expect(existsSync(folder)).toBe(false)
  })
})
