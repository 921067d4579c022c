/** Alarms in German, as pages and mails have them. */
import type { AlarmKind } from '#contract/energy-alarms.ts'

export const alarmNames: Readonly<Record<AlarmKind, string>> = {
  site_silent: 'Anlage meldet sich nicht',
  channel_silent: 'Gerät meldet sich nicht',
  counter_reset: 'Zähler zurückgesetzt',
  sign: 'Vorzeichen prüfen',
  level_stuck: 'Ladestand steht still',
  balance: 'Bilanz geht nicht auf',
  plan_by_rules: 'Kein Fahrplan',
  goal_missed: 'Abfahrt gefährdet',
  device_disobeys: 'Gerät folgt nicht',
}

/** The fault, with the name of the channel or storage if there is one. */
export function alarmSentence(kind: AlarmKind, channel: string | null): string {
  const name = channel === null ? 'Ein Messkanal' : `„${channel}“`
  const storage = channel === null ? 'Ein Speicher' : `„${channel}“`
  switch (kind) {
    case 'site_silent':
      return 'Seit mehr als 15 Minuten ist kein Wert angekommen.'
    case 'channel_silent':
      return `${name} sendet seit mehr als 15 Minuten keinen Wert.`
    case 'counter_reset':
      return `${name} zählt wieder von vorn. Summen bleiben richtig, soweit der neue Stand plausibel ist.`
    case 'sign':
      return `${name} sendet Leistung mit dem falschen Vorzeichen. Diese Werte zählen nicht.`
    case 'level_stuck':
      return `${name} ändert sich nicht, obwohl der Akku lädt oder entlädt.`
    case 'balance':
      return 'In den letzten 24 Stunden passen mehr als 3\u00a0% der Energie nicht zur Bilanz.'
    case 'plan_by_rules':
      return 'Seit einer Stunde gibt es keinen besseren Fahrplan als feste Regeln. Die Geräte laufen wie gewohnt weiter.'
    case 'goal_missed':
      return `${storage} erreicht den gewünschten Ladestand bis zur nächsten Abfahrt voraussichtlich nicht.`
    case 'device_disobeys':
      return `${storage} bestätigt seit mehr als fünf Minuten keinen Befehl des Portals.`
  }
}
