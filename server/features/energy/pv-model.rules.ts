/**
 * From weather to the power of a roof: the open models that pvlib documents, with its names and defaults. Pure. Angles
 * are degrees, azimuth from north by east; irradiance is W/m².
 */

/** The sun in the sky. */
export type SunPlace = { readonly zenith: number; readonly azimuth: number }
/** Global and diffuse on the horizontal, direct towards the sun. */
export type Irradiance = { readonly ghi: number; readonly dni: number; readonly dhi: number }

const rad = Math.PI / 180
const solarConstant = 1366.1
/** The sun is too low for a decomposition. */
const maxZenith = 87
const minCosZenith = 0.065
/** Of grass and roofs around. */
const albedo = 0.25
/** Faiman (2008), glass modules on a rack: W/m²K, and W/m²K for each m/s of wind. */
const faiman = { u0: 25, u1: 6.84 }
/** Of crystalline silicon, per K. */
const temperatureCoefficient = -0.004
/** PVWatts, in percent: soiling, shade, mismatch, wiring, connections, first light, rating, availability. */
const losses = [2, 3, 2, 2, 0.5, 1.5, 1, 3]
/** Share of the modules' power that reaches the inverter. */
export const shareBehindLosses = losses.reduce((share, percent) => share * (1 - percent / 100), 1)
/** PVWatts: the reference inverter, and a usual one. */
const inverter = { reference: 0.9637, nominal: 0.96 }

/** Irradiance outside of the atmosphere towards the sun, by Spencer (1971). */
export function extraterrestrial(dayOfYear: number): number {
  const angle = (2 * Math.PI * (dayOfYear - 1)) / 365
  const distance =
    1.00011 +
    0.034221 * Math.cos(angle) +
    0.00128 * Math.sin(angle) +
    0.000719 * Math.cos(2 * angle) +
    0.000077 * Math.sin(2 * angle)
  return solarConstant * distance
}

/** Splits global irradiance into direct and diffuse, by Erbs in the continuous form of Driesse (2024). */
export function decompose(ghi: number, zenith: number, extra: number): Irradiance {
  const clearness = Math.min(1, Math.max(0, ghi / (extra * Math.max(minCosZenith, cosine(zenith)))))
  const dhi = ghi * diffuseShare(clearness)
  const dni = (ghi - dhi) / cosine(zenith)
  return zenith > maxZenith || ghi < 0 || dni < 0 ? { ghi, dni: 0, dhi: Math.max(0, ghi) } : { ghi, dni, dhi }
}

function diffuseShare(clearness: number): number {
  if (clearness <= 0.216) return 1 - 0.09 * clearness
  if (clearness > 0.792) return 0.165
  const polynomial = [12.26911439571261, -16.4705084246973, 4.246926715218317, -0.11390583806313881, 0.946296633571001]
  return polynomial.reduce((sum, coefficient) => sum * clearness + coefficient, 0)
}

/** Diffuse irradiance from the sky on a plane, by Hay and Davies (1980). */
export function skyDiffuse(plane: Plane, sun: SunPlace, { dni, dhi }: Irradiance, extra: number): number {
  const anisotropy = dni / extra
  const ratio = towards(plane, sun) / Math.max(0.01745, cosine(sun.zenith))
  const isotropic = dhi * (1 - anisotropy) * 0.5 * (1 + cosine(plane.tilt))
  return Math.max(0, isotropic) + Math.max(0, dhi * anisotropy * ratio)
}

export type Plane = { readonly tilt: number; readonly azimuth: number }

/** All irradiance on a plane: direct, from the sky and from the ground. */
export function planeIrradiance(plane: Plane, sun: SunPlace, irradiance: Irradiance, extra: number): number {
  const ground = irradiance.ghi * albedo * 0.5 * (1 - cosine(plane.tilt))
  return irradiance.dni * towards(plane, sun) + skyDiffuse(plane, sun, irradiance, extra) + ground
}

/** Cosine of the angle of incidence; 0 for a sun behind the plane. */
function towards({ tilt, azimuth }: Plane, sun: SunPlace): number {
  const projection = cosine(tilt) * cosine(sun.zenith) + sine(tilt) * sine(sun.zenith) * cosine(sun.azimuth - azimuth)
  return Math.max(0, Math.min(1, projection))
}

/** °C of the cells, by Faiman (2008). `air` in °C, `wind` in m/s. */
export function cellTemperature(irradiance: number, air: number, wind: number): number {
  return air + irradiance / (faiman.u0 + faiman.u1 * wind)
}

/** W of modules, by PVWatts; without losses. `watts`: at 1,000 W/m² and 25 °C. */
export function modulePower(
  watts: number,
  irradiance: number,
  cell: number,
  perKelvin: number = temperatureCoefficient,
): number {
  return Math.max(0, (watts * irradiance * (1 + perKelvin * (cell - 25))) / 1000)
}

/** W behind an inverter, by PVWatts; never above its limit. `dcMax`: the power before it at which the limit is reached. */
export function inverterPower(dc: number, dcMax: number, nominal: number = inverter.nominal): number {
  const share = dc / dcMax
  if (!(share > 0)) return 0
  const efficiency = (nominal / inverter.reference) * (-0.0162 * share - 0.0059 / share + 0.9858)
  return Math.min(nominal * dcMax, Math.max(0, efficiency * dc))
}

export type PvSystem = {
  readonly planes: readonly (Plane & { readonly kwp: number })[]
  /** The inverters' limit in W. */
  readonly limitW: number
}

/** Weather at one instant: global irradiance W/m², air °C, wind m/s. */
export type Weather = { readonly ghi: number; readonly air: number; readonly wind: number }

/** W that a roof generates. */
export function systemPower({ planes, limitW }: PvSystem, sun: SunPlace, weather: Weather, extra: number): number {
  if (weather.ghi <= 0) return 0
  const irradiance = decompose(weather.ghi, sun.zenith, extra)
  const dc = planes.reduce((sum, plane) => {
    const onPlane = planeIrradiance(plane, sun, irradiance, extra)
    return sum + modulePower(plane.kwp * 1000, onPlane, cellTemperature(onPlane, weather.air, weather.wind))
  }, 0)
  return inverterPower(dc * shareBehindLosses, limitW / inverter.nominal)
}

const cosine = (degrees: number) => Math.cos(degrees * rad)
const sine = (degrees: number) => Math.sin(degrees * rad)
