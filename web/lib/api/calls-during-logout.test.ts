import { QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { tickets } from '#contract/tickets.ts'
import { connectTestApi } from '#web/testing/connect-api.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { call } from './api-client.ts'
import { clientOfUser } from './query-client.ts'
import { whileLeaving } from './while-leaving.ts'

const { requireLogin } = connectTestApi()

const noRows = { count: 0, results: [] }

/** A pending logout, whose answer the test provides. */
function startLogout(api: ReturnType<typeof fakeApi>) {
  const answer = Promise.withResolvers<Response>()
  api.reply(accounts.logout, () => answer.promise)
  const leaving = whileLeaving(() => call(accounts.logout))
  return {
    leaving,
    succeed: () => answer.resolve(new Response(null, { status: 204 })),
    fail: () => answer.reject(new TypeError('no network')),
  }
}

it('a call of a page during a logout is not sent', async () => {
  const api = fakeApi()
  api.answer(tickets.list, noRows)
  const logout = startLogout(api)
  const list = expect(call(tickets.list)).rejects.toMatchObject({ name: 'AbortError' })
  logout.succeed()
  await logout.leaving
  await list
  expect(api.asked.map(({ path }) => path)).toEqual([accounts.logout.path])
})

it('a call of a page during a logout is sent once the logout has failed', async () => {
  const api = fakeApi()
  api.answer(tickets.list, noRows)
  const logout = startLogout(api)
  const list = call(tickets.list)
  logout.fail()
  await expect(logout.leaving).rejects.toThrow()
  expect(await list).toEqual(noRows)
})

it('the refusal of a call that arrives after the logout does not lead to the login', async () => {
  const api = fakeApi()
  const list = Promise.withResolvers<Response>()
  api.reply(tickets.list, () => list.promise)
  const listed = expect(call(tickets.list)).rejects.toMatchObject({ name: 'AbortError' })
  const logout = startLogout(api)
  list.resolve(new Response(null, { status: 401 }))
  logout.succeed()
  await logout.leaving
  await listed
  expect(requireLogin).not.toHaveBeenCalled()
})

it('a pending query is cancelled, and sent again once the logout has failed', async () => {
  const api = fakeApi()
  const signals: AbortSignal[] = []
  const queryFn = ({ signal }: { signal: AbortSignal }) => {
    signals.push(signal)
    return call(tickets.list, { signal })
  }
  const first = Promise.withResolvers<Response>()
  api.reply(tickets.list, () => first.promise)
  const observer = new QueryObserver(clientOfUser(), { queryKey: ['tickets'], queryFn })
  const stop = observer.subscribe(() => {})
  const logout = startLogout(api)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  api.answer(tickets.list, noRows)
  logout.fail()
  await expect(logout.leaving).rejects.toThrow()
  await expect.poll(() => observer.getCurrentResult().data).toEqual(noRows)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  stop()
})
