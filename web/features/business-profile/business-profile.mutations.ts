import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type BusinessProfileInput, settings } from '#contract/business-profile.ts'
import { logos } from '#contract/logo.ts'
import { call } from '#web/lib/api/api-client.ts'
import { reloadPublicProfile } from '#web/lib/session/public-profile.ts'
import { businessProfileQuery } from './business-profile.query-options.ts'

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

/** Replaces the logo with a file. */
export function useReplaceLogo() {
  const reload = useReloadProfile()
  return useMutation({ mutationFn: (file: File) => call(logos.upload, { file }), onSuccess: reload })
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
