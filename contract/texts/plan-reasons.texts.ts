/** The reason for a storage's mode, in one German sentence. Shown by the browser and sent with commands. */
import type { PlanMode, PlanReason } from '#contract/energy-plan-words.ts'
import type { StorageKind } from '#contract/energy-storages.ts'

export type ReasonFacts = {
  /** Of the storage, as people call it. */
  name: string
  kind: StorageKind
  mode: PlanMode
  reason: PlanReason
  /** Worth of one more kWh in store; null when rules decided. */
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
    const lostCt = perStored(facts.exportCt, facts)
    const [value, price] = amounts(facts.valueCt, lostCt)
    if (facts.valueCt >= lostCt) {
      return `lädt überschüssigen Sonnenstrom: eine gespeicherte Kilowattstunde ist ${value} wert, die Einspeisung dafür brächte gerade ${price}`
    }
    return `lädt überschüssigen Sonnenstrom: die Einspeisung für eine gespeicherte Kilowattstunde brächte mit ${price} kaum mehr, als sie wert ist (${value})`
  },
  worth_more_later: facts => {
    const { mode, valueCt, importCt, time } = facts
    // `auto` here is a car or heat pump, which gives nothing: one that can discharge would supply the house.
    if (mode === 'auto') {
      const [value, stored] = amounts(valueCt, perStored(importCt, facts))
      return `wartet auf Sonne oder günstigeren Strom: eine gespeicherte Kilowattstunde ist ${value} wert, aus dem Netz kostet sie gerade ${stored}`
    }
    const [value, price] = amounts(valueCt, importCt)
    const later = time === null ? '' : ` und wird um ${clock(time)} gebraucht`
    return `wartet: gespeicherter Strom ist ${value} wert${later}, Netzstrom kostet gerade ${price}`
  },
  cheap_now: facts => {
    const [stored, value] = amounts(perStored(facts.importCt, facts), facts.valueCt)
    return `lädt aus dem Netz: Netzstrom kostet gerade ${amount(facts.importCt)}, eine gespeicherte Kilowattstunde damit ${stored}; sie ist ${value} wert`
  },
  negative_price: ({ importCt }) => `lädt: Der Preis ist negativ, Netzstrom kostet gerade ${amounts(importCt, 0)[0]}`,
  goal: ({ kind, importCt, time }) => {
    const aim = kind === 'car' ? 'die Abfahrt' : 'den gewünschten Stand'
    const until = time === null ? '' : ` um ${clock(time)}`
    return `lädt für ${aim}${until}: Netzstrom kostet gerade ${amount(importCt)}`
  },
  demanded: facts => `${orderedWords(facts)}, weil es so angeordnet ist`,
  feed_in_pays_more: facts => {
    if (facts.mode === 'discharge') {
      const [price, value] = amounts(facts.exportCt, facts.valueCt)
      return `speist ein: Einspeisung bringt gerade ${price}, gespeicherter Strom ist ${value} wert`
    }
    const [price, value] = amounts(perStored(facts.exportCt, facts), facts.valueCt)
    return `überlässt die Sonne dem Netz: die Einspeisung für eine gespeicherte Kilowattstunde bringt gerade ${price}, wert wäre sie ${value}`
  },
  grid_limit: () => 'lädt so, dass die Grenze des Netzanschlusses eingehalten bleibt',
  not_connected: ({ kind }) => (kind === 'car' ? 'ist nicht angeschlossen' : 'ist nicht erreichbar'),
  enough: () => 'wartet: Mehr braucht gerade nicht gespeichert zu werden',
  rules: () => 'läuft nach festen Regeln: Ein besserer Plan liegt nicht vor',
}

/**
 * A price of electricity, converted to the charge needed for one more kWh in store. Only the price is converted: the
 * value of a stored kWh is the same figure everywhere.
 */
function perStored(ct: number, { chargeEfficiency }: ReasonFacts): number {
  return ct / chargeEfficiency
}

/** Two amounts that differ: tenths as on the page of the plan, or hundredths where tenths would hide the difference. */
function amounts(one: number, other: number): [string, string] {
  const digits = Math.round(one * 10) === Math.round(other * 10) ? 2 : 1
  return [amount(one, digits), amount(other, digits)]
}

function amount(ct: number, digits = 1): string {
  const text = Math.abs(ct).toFixed(digits).replace('.', ',')
  const isNegative = ct < 0 && /[1-9]/.test(text)
  return `${isNegative ? '−' : ''}${text}\u00A0ct`
}

const clock = (time: string) => `${time}\u00A0Uhr`

/** The ordered mode in words. */
export function orderedWords({ mode, kind }: Pick<ReasonFacts, 'mode' | 'kind'>): string {
  return modeWords(ordered, mode, kind)
}

/** Words of the modes of batteries, and those that differ for cars and heat pumps, which hardly ever give electricity. */
export type ModeWords = {
  batteries: Readonly<Record<PlanMode, string>>
  takers: Readonly<Partial<Record<PlanMode, string>>>
}

export function modeWords(words: ModeWords, mode: PlanMode, kind: StorageKind): string {
  return (kind === 'battery' ? undefined : words.takers[mode]) ?? words.batteries[mode]
}

const ordered: ModeWords = {
  batteries: {
    auto: 'lädt Überschuss und versorgt das Haus',
    hold: 'lädt nur Überschuss und gibt nichts ab',
    pass: 'versorgt das Haus und lädt nicht',
    idle: 'ruht',
    charge: 'lädt',
    discharge: 'gibt Strom ab',
  },
  takers: { auto: 'lädt Überschuss', hold: 'lädt nur Überschuss', pass: 'lädt nicht' },
}
