/** The business constants of measured energy. Units are in the names. */
/** Largest site, channel and storage: larger than those of a house or a farm. */
export const sitePowerWMax = 1_000_000
export const siteKwpMax = 1_000
export const storageWhMax = 10_000_000
export const planesMax = 20
export const departuresMax = 14
export const tariffsPerSiteMax = 200
export const tariffWindowsMax = 24
export const tariffCtMax = 1_000
export const tariffMonthlyEurMax = 10_000
export const channelKeyLengthMax = 40
export const channelFactorMax = 1_000_000
export const channelPowerWMax = 1_000_000
export const channelPowerWDefault = 30_000
export const channelsPerSiteMax = 100
export const storagesPerSiteMax = 20
/** Settings of devices that a site knows as targets of commands. */
export const targetsPerSiteMax = 100
/** Overrides of a site. */
export const overridesPerDay = 200
/** Readings in one push. */
export const readingsMax = 5_000
/** Readings of a site per day, implausible ones included: twenty channels, each once per second. */
export const readingsPerDay = 2_000_000
/** Stored readings of a channel per quarter-hour: as many as a push may have, so that any push fits. */
export const readingsPerSlotMax = 5_000
/** How long readings are kept; their slots stay. */
export const readingDays = 35
export const minuteMonths = 13
/** Refused readings that a site shows. */
export const rejectionsMax = 50
export const topicLengthMax = 200
/** Values that devices of a site send and nobody has assigned. */
export const proposalsPerSiteMax = 200
