/** Pictures as answers: the one kind of file that is shown, kept by browsers because its address changes with it. */
import type { FastifyReply } from 'fastify'

export type PictureContent = { readonly mediaType: string; readonly content: Uint8Array }

/** For a picture opened as a page: nothing in it runs, loads or navigates. */
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

export function sendPicture(reply: FastifyReply, { mediaType, content }: PictureContent): FastifyReply {
  return reply
    .headers({
      'content-type': mediaType,
      'content-disposition': 'inline',
      // The site may be on another origin than its API, and everybody may see the picture.
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': picturePolicy,
      'cache-control': 'public, max-age=31536000, immutable',
    })
    .send(Buffer.from(content))
}
