/** Why a storage does what it does, in one German sentence. Shown by the browser and sent with commands. */
import type { PlanMode, PlanReason } from '#contract/energy-plan-words.ts'
import type { StorageKind } from '#contract/energy-storages.ts'

export type ReasonFacts = {
  /** Of the storage, as people call it. */
  name: string
  kind: StorageKind
  mode: PlanMode
  reason: PlanReason
  /** Worth of one more stored kWh; null when rules decided. */
  valueCt: number | null
  /** Of the step: kWh in store for one kWh charged. */
  chargeEfficiency: number
  importCt: number
  exportCt: number
  /** The time of day that the reason refers to, `07:00`: the departure, or when the stored energy is used. */
  time: string | null
}

type Words = (facts: ReasonFacts & { valueCt: number }) => string

export function reasonSentence(facts: ReasonFacts): string {
  return `${facts.name} ${words[facts.reason]({ ...facts, valueCt: facts.valueCt ?? 0 })}.`
}

const words: Readonly<Record<PlanReason, Words>> = {
  self_use: ({ valueCt, importCt }) => {
    if (importCt >= valueCt) {
      const [value, price] = amounts(valueCt, importCt)
      return `deckt, was dem Haus an Strom fehlt: gespeicherter Strom ist ${value} wert, Netzstrom kostet gerade ${price}`
    }
    const [price, value] = amounts(importCt, valueCt)
    return `deckt, was dem Haus an Strom fehlt: Netzstrom kostet mit ${price} fast so viel, wie gespeicherter Strom wert ist (${value})`
  },
  surplus: facts => {
    const storedCt = facts.valueCt * facts.chargeEfficiency
    const [price, value] = amounts(facts.exportCt, storedCt)
    if (storedCt >= facts.exportCt) {
      return `lädt überschüssigen Sonnenstrom: gespeichert ist er ${value} wert, eingespeist bringt er gerade ${price}`
    }
    return `lädt überschüssigen Sonnenstrom: eingespeist bringt er mit ${price} kaum mehr, als er gespeichert wert ist (${value})`
  },
  worth_more_later: ({ valueCt, importCt, time }) => {
    const [value, price] = amounts(valueCt, importCt)
    const later = time === null ? '' : ` und wird um ${clock(time)} gebraucht`
    return `wartet: gespeicherter Strom ist ${value} wert${later}, Netzstrom kostet gerade ${price}`
  },
  cheap_now: ({ valueCt, chargeEfficiency, importCt }) => {
    const [price, value] = amounts(importCt, valueCt * chargeEfficiency)
    return `lädt aus dem Netz: Netzstrom kostet gerade ${price}, gespeichert ist er ${value} wert`
  },
  negative_price: ({ importCt }) => `lädt: Der Preis ist negativ, Netzstrom kostet gerade ${amounts(importCt, 0)[0]}`,
  goal: ({ kind, importCt, time }) => {
    const aim = kind === 'car' ? 'die Abfahrt' : 'den gewünschten Stand'
    const until = time === null ? '' : ` um ${clock(time)}`
    return `lädt für ${aim}${until}: Netzstrom kostet gerade ${amount(importCt, 0)}`
  },
  demanded: ({ mode }) => `${orderedWords[mode]}, weil es so angeordnet ist`,
  feed_in_pays_more: ({ mode, valueCt, chargeEfficiency, exportCt }) => {
    if (mode === 'discharge') {
      const [price, value] = amounts(exportCt, valueCt)
      return `speist ein: Einspeisung bringt gerade ${price}, gespeicherter Strom ist ${value} wert`
    }
    const [price, value] = amounts(exportCt, valueCt * chargeEfficiency)
    return `überlässt die Sonne dem Netz: Einspeisung bringt gerade ${price}, gespeichert wäre der Strom ${value} wert`
  },
  grid_limit: () => 'lädt so, dass die Grenze des Netzanschlusses eingehalten bleibt',
  not_connected: ({ kind }) => (kind === 'car' ? 'ist nicht angeschlossen' : 'ist nicht erreichbar'),
  enough: () => 'wartet: Es ist genug gespeichert',
  rules: () => 'läuft nach festen Regeln: Ein besserer Plan liegt nicht vor',
}

/** Two amounts that differ: whole cents, or tenths where whole cents would hide the difference. */
function amounts(one: number, other: number): [string, string] {
  const digits = Math.round(one) === Math.round(other) ? 1 : 0
  return [amount(one, digits), amount(other, digits)]
}

function amount(ct: number, digits: number): string {
  const text = Math.abs(ct).toFixed(digits).replace('.', ',')
  const isNegative = ct < 0 && /[1-9]/.test(text)
  return `${isNegative ? '−' : ''}${text}\u00A0ct`
}

const clock = (time: string) => `${time}\u00A0Uhr`

/** What a person ordered. */
export const orderedWords: Readonly<Record<PlanMode, string>> = {
  auto: 'lädt Überschuss und versorgt das Haus',
  hold: 'lädt nur Überschuss und gibt nichts ab',
  pass: 'versorgt das Haus und lädt nicht',
  idle: 'ruht',
  charge: 'lädt',
  discharge: 'gibt Strom ab',
}
