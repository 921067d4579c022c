import { expect, it } from 'vitest'
import { sessionName } from './broker-pair.ts'

it('The name of a session at the broker stays, and cannot be guessed without the password of the portal', () => {
  const nameOf = (password: string, place: string) => sessionName(`mqtt://portal:${password}@broker`, place)
  expect(nameOf('secret', 'host /data 3000')).toBe(nameOf('secret', 'host /data 3000'))
  // However the address writes it.
  expect(nameOf('a%2Db', 'host')).toBe(nameOf('a-b', 'host'))
  const names = [
    nameOf('secret', 'host /data 3000'),
    nameOf('secret', 'host /data 3001'),
    nameOf('', 'host /data 3000'),
  ]
  expect(new Set(names).size).toBe(3)
  for (const name of names) expect(name).toMatch(/^portal-[\w-]{22}$/)
})
