import { formatCount, formatDate, formatDateTime, formatTime } from '#web/lib/format/format.ts'

const listOf = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} und ${parts.at(-1)}`

/** The current flows: the picture and its sentence. */
export const energyLiveTexts = {
  title: 'Jetzt',
  from: 'Woher',
  to: 'Wohin',
  none: 'Es ist noch kein Wert angekommen.',
  onlyCounters: 'Diese Anlage sendet nur Zählerstände: Was sie misst, steht im Verlauf.',
  doubted: (values: readonly string[]) => `Zählt nicht mit, weil der Wert nicht stimmen kann: ${listOf(values)}.`,
  doubtedValue: (channel: string, power: string) => `${channel} (${power})`,
  silent: (at: string) => `Die Anlage meldet sich nicht. Der letzte Wert ist vom ${formatDateTime(at)}.`,

  places: {
    sun: 'Sonne',
    grid: 'Netz',
    battery: 'Akku',
    house: 'Haus',
    car: 'Auto',
    heat: 'Wärmepumpe',
    consumer: 'Weitere Verbraucher',
  },
  /** The activity of a place. */
  does: {
    pv: 'erzeugt',
    import: 'Netzbezug',
    export: 'Einspeisung',
    charge: 'lädt',
    discharge: 'entlädt',
    rest: 'ruht',
    use: 'verbraucht',
  },
  level: (percent: string) => `${percent} voll`,
  seconds: (count: number) => `vor ${formatCount(count)}\u00a0s`,
  old: (ofTime: string) => `alter Wert ${ofTime}`,
  oldPlace: (place: string, ofTime: string) => `${place} ${ofTime}`,
  /** For another day without the time: the picture of a phone has no room for both. */
  ofTime: (at: string, isToday: boolean) => (isToday ? `von ${formatTime(at)}\u00a0Uhr` : `vom ${formatDate(at)}`),

  sentence: {
    nothing: 'Gerade fließt kein Strom.',
    gives: {
      sun: (power: string) => `die Sonne liefert ${power}`,
      battery: (power: string) => `der Akku gibt ${power} ab`,
      grid: (power: string) => `aus dem Netz kommen ${power}`,
    },
    takes: {
      house: (power: string) => `${power} ins Haus`,
      car: (power: string) => `${power} ins Auto`,
      heat: (power: string) => `${power} in die Wärmepumpe`,
      consumer: (power: string) => `${power} in weitere Verbraucher`,
      battery: (power: string) => `${power} in den Akku`,
      grid: (power: string) => `${power} ins Netz`,
    },
    whole: (gives: readonly string[], takes: readonly string[]) => {
      const from = gives.length === 0 ? '' : `Gerade: ${listOf(gives)}.`
      const to = takes.length === 0 ? '' : `Es fließen ${listOf(takes)}.`
      return [from, to].filter(part => part !== '').join(' ')
    },
    /** The same for a site whose values are all old. */
    past: (gives: readonly string[], takes: readonly string[]) => {
      const to = takes.length === 0 ? '' : `es fließen ${listOf(takes)}`
      return `Zuletzt gemessen: ${[listOf(gives), to].filter(part => part !== '').join('; ')}.`
    },
    nothingPast: 'Zuletzt floss kein Strom.',
    old: (places: readonly string[]) => `Alte Werte: ${listOf(places)}.`,
    level: (percent: string) => `Der Akku ist zu ${percent} voll.`,
  },
} as const
