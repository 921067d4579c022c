import { logos } from '#contract/logo.ts'
import { AppError } from '#server/app-error.ts'
import { getLogo } from '#server/files/stored-logo.ts'
import { bind } from '#server/http/bind.ts'
import { removeLogo, replaceLogo, replaceRaster } from './logo.commands.ts'

export const logoRoutes = bind('logos', logos, {
  upload: (context, { body }) => replaceLogo(context, body),
  uploadRaster: (context, { params, body }) => replaceRaster(context, params.sha256, body),
  remove: async context => {
    await removeLogo(context)
    return undefined
  },
  picture: async ({ db }, { params }) => {
    const logo = await getLogo(db)
    // The address of an earlier one is 404: a removed logo is no longer served.
    if (logo?.sha256 !== params.sha256) throw new AppError('not_found')
    return logo
  },
})
