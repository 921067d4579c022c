import { files } from '#contract/files.ts'
import { presentFile } from '#server/files/present-file.ts'
import { removePendingFile, storeFile } from '#server/files/store-file.ts'
import { bind } from '#server/http/bind.ts'

export const fileRoutes = bind('files', files, {
  create: async (context, { body }) => presentFile(await storeFile(context, body)),
  delete: async (context, { params }) => {
    await removePendingFile(context, params.id)
    return undefined
  },
})
