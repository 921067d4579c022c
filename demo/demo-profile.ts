/** The demo's business. Invented, as are all numbers. */
import type { BusinessProfileInput } from '#contract/business-profile.ts'
import { powerMasterDefaults } from '#contract/texts/power-master-defaults.texts.ts'
import { accessibilityText, imprintText, privacyText } from './demo-legal.ts'

export const demoProfile: BusinessProfileInput = {
  companyName: 'Musterwerk Technik',
  claim: 'Technik, die mitrechnet.',
  ownerName: 'Johanna Brandt',
  address: { street: 'Musterstraße 12', zip: '67433', city: 'Neustadt an der Weinstraße', country: 'DE' },
  phone: '+49 30 23125400',
  email: 'post@musterwerk.example',
  website: 'https://musterwerk.example',
  vatId: 'DE999999999',
  register: '',
  imprintText,
  privacyText,
  accessibilityText,
  homepage: {
    heading: 'Technik, die mitrechnet.',
    introduction:
      'Wir planen und betreuen Smart Home, Energiemanagement und IT für Haushalte und kleine Betriebe. Jede Stunde dokumentiert, jede Kilowattstunde nachvollziehbar.',
    facts: [
      { title: 'Herstellerunabhängig', text: 'Wir empfehlen, was zu Ihnen passt.' },
      { title: 'Abrechnung nach Stunden', text: 'Jeder Eintrag steht im Kundenportal.' },
      { title: 'Ein Ansprechpartner', text: 'Vom Wechselrichter bis zur Website.' },
    ],
    servicesHeading: 'Vom Wechselrichter bis zur Website',
    servicesIntroduction:
      'Ein Ansprechpartner für alles, was bei Ihnen Strom verbraucht, Daten sendet oder online erreichbar sein soll.',
    powerMasterText:
      'Unsere eigene Software misst Erzeugung und Verbrauch und schaltet Geräte dann ein, wenn Strom da ist.',
    devicesHeading: 'Smart Home und Geräte',
    devicesText: 'Geräte verschiedener Hersteller in einem System, auf einen Blick.',
    devices: [
      { icon: 'sun', name: 'Wechselrichter', detail: 'Modbus TCP' },
      { icon: 'battery', name: 'Speicher', detail: 'MQTT' },
      { icon: 'bolt', name: 'Wallbox', detail: 'OCPP' },
      { icon: 'heat', name: 'Wärmepumpe', detail: 'EEBUS' },
    ],
    services: [
      {
        title: 'Technische Beratung',
        text: 'Zweite Meinung zum Angebot, Plan für den Umbau oder Hilfe, wenn etwas nicht läuft.',
        tags: ['vor Ort', 'per Video'],
      },
      {
        title: 'Websites und Anwendungen',
        text: 'Wir bauen und betreiben kleine Websites, Portale und Programme für Ihren Betrieb.',
        tags: ['Hosting', 'DNS', 'Wartung'],
      },
      {
        title: 'Netzwerk und Betrieb',
        text: 'WLAN, VPN, Datensicherung und Überwachung. Leise im Hintergrund, dokumentiert im Portal.',
        tags: ['Fernwartung', 'Notfallplan'],
      },
    ],
    stepsHeading: 'So arbeiten wir mit Ihnen',
    steps: [
      { title: 'Gespräch', text: 'Sie schildern, was Sie haben und was Sie erreichen möchten.' },
      {
        title: 'Plan mit Stundenrahmen',
        text: 'Sie erhalten einen schriftlichen Vorschlag mit geschätzten Stunden und Geräten.',
      },
      {
        title: 'Umsetzung und Betrieb',
        text: 'Wir setzen um und betreuen weiter. Fortschritt und Kosten sehen Sie jederzeit im Portal.',
      },
    ],
    contactHeading: 'Erzählen Sie uns von Ihrem Vorhaben',
    contactText: 'Schreiben Sie uns ein paar Sätze: was Sie haben, was Sie vorhaben und wo es hakt.',
  },
  powerMaster: powerMasterDefaults,
  taxNumber: '31/999/99999',
  isSmallBusiness: false,
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  accountHolder: 'Johanna Brandt',
  bankName: 'Musterbank',
  defaultHourlyRate: 92,
  paymentDays: 14,
}
