/** Binds the endpoint tables of the contract to functions. A missing handler or a wrong shape does not compile. */
import type { Answer, Body, Endpoint, EndpointTable, Params, Query } from '#contract/endpoint.ts'
import type { AppError } from '#server/app-error.ts'
import type { Context } from '#server/context.ts'
import type { FileContent } from '#server/files/read-stored-file.ts'
import type { ReceivedFile } from '#server/files/received-file.ts'
import type { EventSource } from './answer/event-stream.ts'
import type { PictureContent } from './answer/pictures.ts'
import type { Reply } from './answer/reply.ts'

type Input<E extends Endpoint> = {
  params: Params<E>
  query: Query<E>
  /** The file, where the endpoint is an upload. */
  body: E extends { upload: true } ? ReceivedFile : Body<E>
  /** The revision last seen by the client (`If-Match`), where the endpoint is conditional; undefined when not sent. */
  revision: number | undefined
  /** The id of the client's last event (`Last-Event-ID`), where the endpoint is a stream. */
  lastEventId: string | undefined
  /** Cookies to set and headers of the answer; most handlers do not touch it. */
  reply: Reply
}

type Handler<E extends Endpoint> = (
  context: Context,
  input: Input<E>,
) => Promise<
  E extends { download: true }
    ? FileContent
    : E extends { picture: true }
      ? PictureContent
      : E extends { stream: true }
        ? EventSource<Answer<E>>
        : Answer<E>
>

export type Handlers<T extends EndpointTable> = { [Name in keyof T]: Handler<T[Name]> }

/**
 * Decide on a call that proves itself by its path, before its body is read: an invalid proof costs no body. Throws.
 */
type Proofs<T extends EndpointTable> = {
  [Name in keyof T]?: (context: Context, params: Params<T[Name]>) => Promise<void>
}

/** Note that the body of a batch was refused as a whole, after its proof was valid and before the answer. */
type Refusals<T extends EndpointTable> = {
  [Name in keyof T]?: T[Name] extends { batch: true }
    ? (context: Context, params: Params<T[Name]>, error: AppError) => Promise<void>
    : never
}

/** An endpoint with its function, the types of its input already checked against each other. */
export type BoundEndpoint = {
  name: string
  endpoint: Endpoint
  handle: (context: Context, input: Input<Endpoint>) => Promise<unknown>
  demandProof: ((context: Context, params: Readonly<Record<string, string>>) => Promise<void>) | undefined
  noteRefusal:
    | ((context: Context, params: Readonly<Record<string, string>>, error: AppError) => Promise<void>)
    | undefined
}

export function bind<const T extends EndpointTable>(
  group: string,
  table: T,
  handlers: Handlers<T>,
  proofs: Proofs<T> = {},
  refusals: Refusals<T> = {},
): BoundEndpoint[] {
  return Object.entries(table).map(([name, endpoint]) => ({
    name: `${group}.${name}`,
    endpoint,
    // The mapped types above have checked each pair; the list loses which pair it was.
    handle: handlers[name] as unknown as BoundEndpoint['handle'],
    demandProof: proofs[name] as unknown as BoundEndpoint['demandProof'],
    noteRefusal: refusals[name] as unknown as BoundEndpoint['noteRefusal'],
  }))
}
