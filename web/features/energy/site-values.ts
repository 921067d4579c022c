import * as z from 'zod/mini'
import { type EnergySite, energySiteInput } from '#contract/energy-sites.ts'

/** The fields of a site's form; a new site uses the first five. */
export const siteValues = z.strictObject({
  customerId: z.string('required').check(z.minLength(1, 'required')),
  name: energySiteInput.shape.name,
  pvKwp: energySiteInput.shape.pvKwp,
  usualChannels: z.boolean(),
  hasBattery: z.boolean(),
  planes: energySiteInput.shape.planes,
  latitude: energySiteInput.shape.latitude,
  longitude: energySiteInput.shape.longitude,
  commissionedOn: energySiteInput.shape.commissionedOn,
  hasSmartMeter: energySiteInput.shape.hasSmartMeter,
  inverterW: energySiteInput.shape.maxExportW,
  maxImportW: energySiteInput.shape.maxImportW,
  maxExportW: energySiteInput.shape.maxExportW,
  canCurtail: energySiteInput.shape.canCurtail,
})
export type SiteValues = z.output<typeof siteValues>

export const newSiteValues: SiteValues = {
  customerId: '',
  name: '',
  pvKwp: 0,
  usualChannels: true,
  hasBattery: true,
  planes: [],
  latitude: null,
  longitude: null,
  commissionedOn: null,
  hasSmartMeter: false,
  inverterW: null,
  maxImportW: null,
  maxExportW: null,
  canCurtail: false,
}

export function siteValuesOf(site: EnergySite): SiteValues {
  return {
    customerId: site.customer.id,
    name: site.name,
    pvKwp: site.pvKwp,
    usualChannels: false,
    hasBattery: false,
    planes: site.planes,
    latitude: site.latitude,
    longitude: site.longitude,
    commissionedOn: site.commissionedOn,
    hasSmartMeter: site.hasSmartMeter,
    inverterW: site.inverterW,
    maxImportW: site.maxImportW,
    maxExportW: site.maxExportW,
    canCurtail: site.canCurtail,
  }
}
