/**
 * Three real days of the exchange: day-ahead prices of DE-LU in EUR/MWh for each hour of the day in Berlin, from
 * Bundesnetzagentur | SMARD.de by way of Energy-Charts.info, CC BY 4.0. In 2024 the auction had hours; each of their
 * quarter-hours carries the price of its hour.
 */
export const marketDayNames = ['sunny', 'dark', 'negative'] as const
export type MarketDayName = (typeof marketDayNames)[number]

export type MarketDay = {
  /** YYYY-MM-DD, in Berlin. */
  date: string
  /** Midnight in Berlin. */
  startsAt: string
  spotEurPerMwh: readonly number[]
  /** Assumed, not measured: hours of sunrise and sunset in Berlin, and W of one kWp at noon. */
  sun: { riseHour: number; setHour: number; noonW: number }
  /** Heat from one kilowatt-hour of the heat pump, and the heat as a share of a winter day's; assumed. */
  heat: { cop: number; share: number }
}

const summer = { riseHour: 5.25, setHour: 21.5 }

export const marketDays: Readonly<Record<MarketDayName, MarketDay>> = {
  sunny: {
    date: '2024-07-18',
    startsAt: '2024-07-17T22:00:00Z',
    spotEurPerMwh: [
      89.97, 80.29, 79.05, 78.54, 79.27, 92.1, 120.88, 107.27, 96.74, 79.22, 63.84, 47.13, 35.01, 33.96, 37.01, 48.78,
      67.56, 85.48, 92, 130.18, 227.6, 184.46, 119.54, 101.92,
    ],
    sun: { ...summer, noonW: 760 },
    heat: { cop: 4, share: 0.25 },
  },
  dark: {
    date: '2024-12-10',
    startsAt: '2024-12-09T23:00:00Z',
    spotEurPerMwh: [
      92.85, 89.33, 86.5, 83.7, 87.21, 89.07, 112.06, 135.18, 169.76, 182.14, 184.75, 186.5, 180.62, 190.78, 189.41,
      197.64, 200.18, 202.38, 181, 180.17, 166.6, 151.15, 137.94, 121.37,
    ],
    sun: { riseHour: 8, setHour: 16, noonW: 90 },
    heat: { cop: 2.8, share: 1 },
  },
  negative: {
    date: '2024-07-14',
    startsAt: '2024-07-13T22:00:00Z',
    spotEurPerMwh: [
      88.95, 63.19, 55.45, 44.3, 37.93, 36.81, 31.96, 14.28, 0.29, -3.31, -21.13, -40.08, -59.47, -73.96, -73.96,
      -51.82, -20.03, -0.05, 46.54, 91.93, 115.8, 108.68, 105.84, 87.06,
    ],
    sun: { ...summer, noonW: 700 },
    heat: { cop: 4, share: 0.25 },
  },
}
