/** The request that a customer without a site starts with. */
export const energyRequestTexts = {
  title: 'PowerMaster für mein Haus',
  description:
    'Ich interessiere mich für PowerMaster. Bitte melden Sie sich bei mir.\n\nPhotovoltaik (kWp): \nAkku (kWh): \nWechselrichter und Zähler (Hersteller, Modell): \nAuto oder Wärmepumpe: ',
} as const
