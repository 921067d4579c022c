import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type BusinessProfileInput, settings } from '#contract/business-profile.ts'
import { type Logo, logos } from '#contract/logo.ts'
import { call } from '#web/lib/api/api-client.ts'
import { reloadPublicProfile } from '#web/lib/session/public-profile.ts'
import { businessProfileQuery } from './business-profile.query-options.ts'
import { drawLogoRaster } from './logo-raster.ts'

/** Updates the given fields. */
export function useUpdateProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ body, revision }: { body: Partial<BusinessProfileInput>; revision: number }) =>
      call(settings.updateProfile, { body, revision }),
    onSuccess: saved => {
      client.setQueryData(businessProfileQuery().queryKey, saved)
      // Header, footer and homepage show the public part.
      return reloadPublicProfile()
    },
  })
}

/** Replaces the logo with a file; of an SVG also its raster. Returns the stored logo. */
export function useReplaceLogo() {
  const reload = useReloadProfile()
  return useMutation({
    mutationFn: async (file: File) => withRaster(await call(logos.upload, { file })),
    onSuccess: reload,
  })
}

/** The logo is stored already: without its raster it remains, and mails and documents show the company's name. */
async function withRaster(logo: Logo): Promise<Logo> {
  if (logo.mediaType !== 'image/svg+xml') return logo
  const file = await drawLogoRaster(logo)
  if (file === undefined) return logo
  const params = { sha256: logo.sha256 }
  return call(logos.uploadRaster, { params, file, silent: true }).catch(() => logo)
}

export function useRemoveLogo() {
  const reload = useReloadProfile()
  return useMutation({ mutationFn: () => call(logos.remove), onSuccess: reload })
}

function useReloadProfile() {
  const client = useQueryClient()
  return () =>
    Promise.all([client.invalidateQueries({ queryKey: businessProfileQuery().queryKey }), reloadPublicProfile()])
}
