/** Server-sent events (HTML Living Standard, 9.2): an answer that stays open and tells what happens. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { RealtimeEventName } from '#contract/events.ts'

/** Well within the time after which a connection on which nothing moves is cut off, here and by proxies. */
const beatMs = 10_000
/** A reader so slow is better off with a new beginning. */
const waitingBytesMax = 256 * 1_024

export type StreamEvent<Data> = {
  readonly name: RealtimeEventName
  /** Where a later stream goes on. */
  readonly id: string
  readonly data?: Data
}

export type EventSink<Data> = {
  /** Each with a line break behind it, as soon as it is called. */
  readonly send: (event: StreamEvent<Data>) => void
  readonly end: () => void
}

/** Begins to tell; answers what is to be done when nobody listens any more, whoever has ended it. */
export type EventSource<Data> = (sink: EventSink<Data>) => () => void

/** Sends what the source tells until one of both ends it. */
export function sendEvents(reply: FastifyReply, begin: EventSource<unknown>): FastifyReply {
  const stream = new Readable({ read() {}, highWaterMark: waitingBytesMax })
  const write = (text: string) => {
    if (stream.readableEnded || stream.destroyed) return
    if (!stream.push(text)) stream.destroy()
  }
  const beat = setInterval(() => write(':\n\n'), beatMs).unref()
  let isOver = false
  const stop = begin({
    send: event => write(textOf(event)),
    end: () => {
      if (!isOver) stream.push(null)
      isOver = true
    },
  })
  stream.once('close', () => {
    isOver = true
    clearInterval(beat)
    stop()
  })
  return reply
    .headers({
      'content-type': 'text/event-stream; charset=utf-8',
      // nginx and its like hold answers back to send them in one piece.
      'x-accel-buffering': 'no',
    })
    .send(stream)
}

/** Ids are ours and JSON has no line breaks: nothing needs to be taken apart. */
function textOf({ name, id, data = {} }: StreamEvent<unknown>): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
