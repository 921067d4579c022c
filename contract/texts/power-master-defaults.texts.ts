/** The default texts of the PowerMaster project page. */
import type { PowerMaster } from '#contract/business-profile.ts'

export const powerMasterDefaults: PowerMaster = {
  isShown: true,
  heading: 'Strom nutzen, wenn er da ist.',
  lead: 'PowerMaster misst, was im Haus erzeugt und verbraucht wird, rechnet den Tag voraus und schaltet Geräte dann ein, wenn der Strom vom eigenen Dach kommt oder wenig kostet.',
  principleTitle: 'Messen, Rechnen, Schalten',
  principle: [
    {
      title: 'Messen',
      text: 'Wechselrichter, Zähler, Speicher und Wallbox liefern laufend ihre Werte. PowerMaster führt sie zusammen: was das Dach erzeugt, was das Haus braucht und was ins Netz fließt.',
    },
    {
      title: 'Rechnen',
      text: 'Aus Wetter, Strompreis und Gewohnheiten entsteht ein Plan in Viertelstunden. Er wird laufend erneuert, sobald sich etwas ändert.',
    },
    {
      title: 'Schalten',
      text: 'Speicher, Wallbox und Wärmepumpe folgen dem Plan, solange er zum Tag passt. Weicht das Wetter ab, gilt das Gemessene.',
    },
  ],
  dayTitle: 'Ein Tag im Plan',
  dayLead:
    'So sieht ein Plan für einen sonnigen Werktag aus. Die Wallbox wartet auf die Sonne, der Speicher trägt den Abend.',
  fitsTitle: 'Wo es passt',
  fits: [
    {
      icon: 'sun',
      title: 'Photovoltaik',
      text: 'Der eigene Strom wird dort verbraucht, wo er entsteht, bevor er ins Netz geht.',
    },
    {
      icon: 'battery',
      title: 'Speicher',
      text: 'Er lädt nicht einfach zuerst, sondern so, dass er am Abend und vor teuren Stunden voll genug ist.',
    },
    {
      icon: 'bolt',
      title: 'Wallbox',
      text: 'Sie sagen, wann das Auto fahren soll. Bis dahin nimmt es Sonne und günstige Stunden.',
    },
    {
      icon: 'heat',
      title: 'Wärmepumpe',
      text: 'Sie läuft dann, wenn Strom da ist, und nutzt Gebäude und Warmwasser als Puffer.',
    },
  ],
  contactTitle: 'Was steht bei Ihnen im Keller und auf dem Dach?',
  contactText: 'Beschreiben Sie kurz Ihre Anlage. Wir sehen uns an, was sich damit machen lässt.',
}
