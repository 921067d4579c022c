import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#server/clock.ts'
import { engines } from '#server/testing/engines.ts'
import { openPostOffice, type PostOffice } from '#server/testing/outbox-with-smtp.ts'
import { openSmtpSink } from '#server/testing/smtp-sink.ts'
import { openSmtp } from './smtp.ts'
import { deliverNextMail, startMailWorker } from './worker.ts'

describe.each(engines)('on %s', engine => {
  let office: PostOffice
  beforeEach(async () => {
    office = await openPostOffice(engine)
  })
  afterEach(() => office.close())

  test('two workers at the same time send each mail once', async () => {
    for (let index = 0; index < 20; index += 1) await office.enqueue({ to: `kunde${index}@example.org` })
    const transport = openSmtp(office.sink.url)
    const work = async () => {
      let sent = 0
      while (await deliverNextMail(office.runtime, transport)) sent += 1
      return sent
    }
    const counts = await Promise.all([work(), work()])
    expect(counts[0] + counts[1]).toBe(20)
    expect(Math.min(...counts)).toBeGreaterThan(0)
    const recipients = office.sink.mails.flatMap(arrived => arrived.recipients).toSorted()
    expect(recipients).toEqual(Array.from({ length: 20 }, (_, index) => `kunde${index}@example.org`).toSorted())
  })

  test('a mail the server does not take is retried after longer and longer waits, then given up', async () => {
    const busy = await openSmtpSink({ refuseRecipient: () => 450 })
    office.cleanUps.push(busy.close)
    await office.enqueue()
    const waitsMinutes: number[] = []
    for (let tries = 1; tries <= 8; tries += 1) {
      const before = office.runtime.clock.now().getTime()
      expect(await office.deliver(busy)).toBe(true)
      expect(await office.deliver(busy)).toBe(false)
      const waiting = await office.row()
      expect(waiting?.attempts).toBe(tries)
      expect(waiting?.last_error).toMatch(/450/)
      const waitMs = Date.parse(waiting?.next_attempt_at ?? '') - before
      waitsMinutes.push(waitMs / minuteMs)
      office.runtime.pass(waitMs)
    }
    const expected = [1, 5, 15, 60, 180, 360, 720, 720]
    for (const [index, minutes] of expected.entries()) {
      expect(waitsMinutes[index]).toBeGreaterThanOrEqual(minutes * 0.8)
      expect(waitsMinutes[index]).toBeLessThanOrEqual(minutes * 1.2)
    }
    expect(await office.row()).toMatchObject({ state: 'failed', attempts: 8, sent_at: null })
    office.runtime.pass(48 * hourMs)
    expect(await office.deliver()).toBe(false)
    expect(office.sink.mails).toEqual([])
  })

  test('a permanently refused recipient is given up at once', async () => {
    const strict = await openSmtpSink({ refuseRecipient: address => (address.startsWith('kunde@') ? 550 : undefined) })
    office.cleanUps.push(strict.close)
    await office.enqueue()
    await office.deliver(strict)
    expect(await office.row()).toMatchObject({
      state: 'failed',
      attempts: 1,
      last_error: expect.stringContaining('550'),
    })
  })

  test('an unavailable server leaves the mail waiting', async () => {
    const away = await openSmtpSink()
    await away.close()
    await office.enqueue()
    expect(await office.deliver(away)).toBe(true)
    expect(await office.row()).toMatchObject({ state: 'waiting', attempts: 1 })
    office.runtime.pass(2 * minuteMs)
    expect(await office.deliver()).toBe(true)
    expect(await office.row()).toMatchObject({ state: 'sent', attempts: 2, last_error: '' })
  })

  test('a worker that dies after the server took the mail causes one repeat with the same Message-ID', async () => {
    await office.enqueue()
    const dying = {
      fallbackAddress: '',
      // Delivers it to the server, and never returns to report it.
      deliver: async (message: Parameters<ReturnType<typeof openSmtp>['deliver']>[0]) => {
        await openSmtp(office.sink.url).deliver(message)
        throw new Error('killed')
      },
    }
    await expect(deliverNextMail(office.runtime, dying)).rejects.toThrow('killed')
    expect(await office.deliver()).toBe(false)
    office.runtime.pass(6 * minuteMs)
    expect(await office.deliver()).toBe(true)
    office.runtime.pass(48 * hourMs)
    expect(await office.deliver()).toBe(false)
    expect(office.sink.mails).toHaveLength(2)
    expect(office.sink.mails[1]?.messageId).toBe(office.sink.mails[0]?.messageId)
  })

  test('a worker that lost its mail to another one no longer changes it', async () => {
    await office.enqueue()
    const taken = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const slow = deliverNextMail(office.runtime, {
      fallbackAddress: '',
      deliver: async () => {
        taken.resolve()
        await goOn.promise
      },
    })
    await taken.promise
    office.runtime.pass(6 * minuteMs)
    const busy = await openSmtpSink({ refuseRecipient: () => 450 })
    office.cleanUps.push(busy.close)
    await office.deliver(busy)
    goOn.resolve()
    await slow
    expect(await office.row()).toMatchObject({ state: 'waiting', attempts: 2 })
  })

  test('a mail that ends the process each time is finally given up', async () => {
    await office.enqueue()
    const killer = { fallbackAddress: '', deliver: () => Promise.reject(new Error('killed')) }
    for (let tries = 1; tries <= 8; tries += 1) {
      await expect(deliverNextMail(office.runtime, killer)).rejects.toThrow('killed')
      office.runtime.pass(6 * minuteMs)
    }
    expect(await office.deliver()).toBe(true)
    expect(await office.row()).toMatchObject({ state: 'failed' })
    expect(office.sink.mails).toEqual([])
  })

  test('without a mail server the mails stay where admins read them', async () => {
    await office.enqueue()
    const worker = startMailWorker(office.runtime)
    worker.wake()
    await worker.stop()
    expect(await office.row()).toMatchObject({ state: 'waiting', attempts: 0 })
  })

  test('the worker sends at once when it is woken, and stops after the current mail', async () => {
    const worker = startMailWorker({
      ...office.runtime,
      config: { ...office.runtime.config, smtpUrl: office.sink.url },
    })
    office.cleanUps.push(worker.stop)
    await office.enqueue()
    worker.wake()
    await office.sink.waitFor(1)
    await office.enqueue({ to: 'zweiter@example.org' })
    worker.wake()
    await office.sink.waitFor(2)
    await worker.stop()
    expect((await office.rows()).map(sent => sent.state)).toEqual(['sent', 'sent'])
    await office.enqueue()
    worker.wake()
    expect((await office.rows()).map(sent => sent.state)).toEqual(['sent', 'sent', 'waiting'])
  })

  test('a server that never answers does not keep the process alive', async () => {
    const arrived = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    const silent = await openSmtpSink({
      onMail: () => {
        arrived.resolve()
        return answer.promise
      },
    })
    await office.enqueue()
    const worker = startMailWorker({ ...office.runtime, config: { ...office.runtime.config, smtpUrl: silent.url } }, 50)
    await arrived.promise
    await worker.stop()
    expect(await office.row()).toMatchObject({ state: 'waiting', attempts: 1, lease_until: null })
    answer.resolve()
    await silent.close()
  })
})
