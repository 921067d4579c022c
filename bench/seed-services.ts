/** Services for the measurements: ten per customer, one website in fifty down. None is due for a check. */
import type { DatabaseSync } from 'node:sqlite'
import { newId } from '#server/database/ids.ts'

const perCustomer = { devices: 4, websites: 3, applications: 3 }
const farAway = '2099-01-01T00:00:00.000Z'

/** Returns a function that adds the services of one customer, every second one in a collection. */
export function serviceSeeder(db: DatabaseSync, at: string): (customerId: string) => void {
  const collection = db.prepare(
    `insert into service_collection (id, customer_id, name, name_key, description, revision, created_at, updated_at)
     values (?, ?, ?, ?, '', 1, ?, ?)`,
  )
  const service = db.prepare(
    `insert into service (id, type, customer_id, collection_id, name, name_key, description, urls, state, revision, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, 'Im Keller, neben dem Zähler.', ?, ?, 1, ?, ?)`,
  )
  const device = db.prepare(
    `insert into device_service (service_id, local_ip, external_ip, mac_address) values (?, '192.168.178.20', '', '3c:a6:2f:10:9b:e4')`,
  )
  const credential = db.prepare(
    `insert into service_credential (id, service_id, customer_id, label, username, revision, created_at, updated_at)
     values (?, ?, ?, 'Oberfläche', 'admin', 1, ?, ?)`,
  )
  const website = db.prepare(
    `insert into website_service (service_id, is_watched, next_check_at, checked_at, outcome, status_code, response_ms,
       failures_in_row, failing_since, certificate_expires_at, certificate_warned_for)
     values (?, 1, null, ?, ?, ?, 200, ?, ?, ?, null)`,
  )
  const application = db.prepare(
    `insert into application_service (service_id, version, last_alive_at, period_minutes, silent_at, heartbeat_token_hash)
     values (?, '1.0.0', ?, 60, ?, null)`,
  )
  let made = 0

  return customerId => {
    const collectionId = newId()
    collection.run(collectionId, customerId, 'Betrieb', 'betrieb', at, at)
    const add = (type: string, state: string, urls: string) => {
      made += 1
      const id = newId()
      const name = `Dienst ${String(made % 97).padStart(2, '0')} ${made}`
      service.run(
        id,
        type,
        customerId,
        made % 2 === 0 ? collectionId : null,
        name,
        name.toLowerCase(),
        urls,
        state,
        at,
        at,
      )
      return id
    }
    for (let n = 0; n < perCustomer.devices; n += 1) {
      const id = add('device_service', 'none', '["http://192.168.178.20/"]')
      device.run(id)
      credential.run(newId(), id, customerId, at, at)
    }
    for (let n = 0; n < perCustomer.websites; n += 1) {
      const isDown = made % 50 === 0
      const id = add('website_service', isDown ? 'problem' : 'ok', '["https://muster.example/"]')
      website.run(id, at, isDown ? 'refused' : 'ok', isDown ? null : 200, isDown ? 2 : 0, isDown ? at : null, farAway)
    }
    for (let n = 0; n < perCustomer.applications; n += 1)
      application.run(add('application_service', 'ok', '[]'), at, farAway)
  }
}
