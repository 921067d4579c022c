/** Keys that secrets were sealed with and the keys file does not hold, or holds with another content. */
import * as z from 'zod/mini'
import { defineEndpoints } from './endpoint.ts'

export const lostKeys = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/lost-keys/',
    access: 'admin',
    summary: 'Which keys are missing, in the order in which they were first used; none when all secrets can be read.',
    response: z.object({ keyIds: z.array(z.string()) }),
  },
})
