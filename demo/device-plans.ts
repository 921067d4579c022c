/** The demo's devices: typical ones of a small business's customers. */
import type { PlannedCredential } from './credential-rows.ts'
import { mainCustomer } from './demo-customers.ts'

export type PlannedService = {
  /** The start of the customer's company or last name. */
  customer: string
  name: string
  description: string
  collection?: string
}

export type PlannedDevice = PlannedService & {
  localIp: string
  externalIp?: string
  macAddress: string
  urls?: readonly string[]
  credentials?: readonly PlannedCredential[]
}

const main = mainCustomer.company

export const plannedDevices: readonly PlannedDevice[] = [
  {
    customer: main,
    name: 'Router im Büro',
    description: 'DSL-Router mit LTE als Ersatz. Zugang nur aus dem Haus.',
    collection: 'Netz und Büro',
    localIp: '192.168.178.1',
    externalIp: '2001:db8:4f2:178::1',
    macAddress: '3c:a6:2f:10:9b:e4',
    urls: ['http://192.168.178.1/'],
    credentials: [
      {
        label: 'Oberfläche',
        username: 'admin',
        password: 'Kelter-Fass-1896-Riesling',
        seen: [
          ['customer', 1],
          ['admin', 4],
          ['customer', 9],
          ['admin', 16],
          ['customer', 23],
          ['customer', 37],
          ['admin', 51],
          ['customer', 66],
          ['admin', 80],
          ['customer', 95],
          ['admin', 120],
          ['customer', 150],
        ],
      },
      {
        label: 'Fernwartung',
        username: 'musterwerk',
        password: 'vT7q-Rm3k-Xz9d-Hb4w',
        isStaffOnly: true,
        seen: [['admin', 6]],
      },
    ],
  },
  {
    customer: main,
    name: 'Netzwerkspeicher im Kelterhaus',
    description: 'NAS mit vier Platten. Sichert Kasse, Lager und Fotos.',
    collection: 'Netz und Büro',
    localIp: '192.168.178.20',
    macAddress: '00:11:32:d4:7a:0c',
    urls: ['https://192.168.178.20:5001/'],
    credentials: [
      { label: 'Verwaltung', username: 'verwalter', password: 'Vier!Platten?Im#Keller', seen: [['admin', 12]] },
    ],
  },
  {
    customer: main,
    name: 'Hausautomation',
    description: 'Steuert Lüftung und Kühlung im Fasskeller.',
    collection: 'Energie',
    localIp: '192.168.178.40',
    macAddress: 'dc:a6:32:5e:81:9f',
    urls: ['http://192.168.178.40:8123/'],
    credentials: [{ label: 'Oberfläche', username: 'kellermeister', password: 'Fasskeller bei 12 Grad' }],
  },
  {
    customer: main,
    name: 'Wechselrichter im Kelterhaus',
    description: '29,9 kWp auf dem Süddach, mit Speicher.',
    collection: 'Energie',
    localIp: '192.168.178.61',
    macAddress: '00:03:ac:4b:12:d8',
    urls: ['http://192.168.178.61/'],
    credentials: [{ label: 'Installateur', username: 'service' }],
  },
  {
    customer: main,
    name: 'Wallbox am Hoftor',
    description: '11 kW, für Gäste freigeschaltet.',
    collection: 'Energie',
    localIp: '192.168.178.71',
    macAddress: '48:3f:da:0e:55:20',
  },
  {
    customer: 'Zahnarztpraxis',
    name: 'Firewall der Praxis',
    description: 'Trennt Praxisnetz, Röntgen und Gäste-WLAN.',
    localIp: '10.20.0.1',
    externalIp: '198.51.100.24',
    macAddress: '00:0d:b9:61:a2:3e',
    urls: ['https://10.20.0.1/'],
    credentials: [{ label: 'Verwaltung', username: 'root', password: 'pA4x-Wn8s-Kc6f-Ty2m', isStaffOnly: true }],
  },
  {
    customer: 'Gemeinde',
    name: 'Router im Rathaus',
    description: '',
    localIp: '172.16.4.1',
    externalIp: '203.0.113.80',
    macAddress: '74:83:c2:1d:40:b6',
    credentials: [{ label: 'Oberfläche', username: 'gemeinde', password: 'Rathaus-Uhr-geht-3-Minuten-vor' }],
  },
  {
    customer: 'Hotel Seeblick',
    name: 'WLAN-Steuerung',
    description: '14 Zugangspunkte in Zimmern, Saal und Garten.',
    localIp: '10.8.0.2',
    macAddress: 'f0:9f:c2:77:3a:01',
    urls: ['https://10.8.0.2:8443/'],
    credentials: [{ label: 'Verwaltung', username: 'seeblick', password: 'Zimmer14-mit-Balkon' }],
  },
  {
    customer: 'Schönfelder',
    name: 'Wallbox in der Garage',
    description: '',
    localIp: '192.168.1.44',
    macAddress: '48:3f:da:1c:02:e9',
  },
  {
    customer: 'Yıldırım',
    name: 'Wechselrichter',
    description: '9,8 kWp, Ost-West.',
    localIp: '192.168.0.31',
    macAddress: '00:03:ac:51:77:0b',
    credentials: [{ label: 'Oberfläche', username: 'yildirim' }],
  },
]
