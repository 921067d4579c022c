/** The demo's applications, in every state. */
import { mainCustomer } from './demo-customers.ts'
import type { PlannedService } from './device-plans.ts'

export type PlannedApplication = PlannedService & {
  version: string
  periodMinutes: number
  state: 'alive' | 'silent' | 'never heard'
}

const main = mainCustomer.company

export const plannedApplications: readonly PlannedApplication[] = [
  {
    customer: main,
    name: 'Kellersteuerung',
    description: 'Temperatur der Tanks, alle fünf Minuten.',
    collection: 'Energie',
    version: '2.4.1',
    periodMinutes: 15,
    state: 'alive',
  },
  {
    customer: main,
    name: 'Kassenabgleich',
    description: 'Überträgt die Tagesumsätze in die Buchhaltung.',
    collection: 'Netz und Büro',
    version: '1.9.0',
    periodMinutes: 1_440,
    state: 'silent',
  },
  {
    customer: main,
    name: 'Nächtliche Sicherung',
    description: '',
    collection: 'Netz und Büro',
    version: '4.0.2',
    periodMinutes: 1_560,
    state: 'alive',
  },
  {
    customer: main,
    name: 'Lagerliste',
    description: 'Noch nicht eingerichtet.',
    version: '',
    periodMinutes: 60,
    state: 'never heard',
  },
  {
    customer: 'Steuerkanzlei',
    name: 'Belegübernahme',
    description: '',
    version: '3.1.0',
    periodMinutes: 60,
    state: 'alive',
  },
  {
    customer: 'Ingenieurbüro',
    name: 'Lizenzserver',
    description: 'Statikprogramme im Büro und unterwegs.',
    version: '11.5',
    periodMinutes: 10,
    state: 'silent',
  },
  {
    customer: 'Yıldırım',
    name: 'PowerMaster',
    description: '',
    version: '0.8.3',
    periodMinutes: 30,
    state: 'alive',
  },
]
