/** Keys of sealed secrets that are missing in the keys file, or have another content. */
import * as z from 'zod/mini'
import { defineEndpoints } from './endpoint.ts'

export const lostKeys = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/lost-keys/',
    access: 'admin',
    summary: 'The missing keys, in the order of their first use; none when all secrets can be read.',
    response: z.object({ keyIds: z.array(z.string()) }),
  },
})
