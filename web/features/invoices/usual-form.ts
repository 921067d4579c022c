import type { NewDrafts } from '#contract/billing.ts'
import type { PresentedSeries } from '#contract/number-series.ts'

/** The proposed form of a draft: the portal writes it once its invoice numbers are set. */
export function usualForm(series: readonly PresentedSeries[] | undefined): NonNullable<NewDrafts['form']> {
  return series?.find(({ kind }) => kind === 'invoice')?.isSet ? 'written' : 'uploaded'
}
