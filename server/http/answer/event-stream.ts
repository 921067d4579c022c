/** Server-sent events (HTML Living Standard, 9.2): an answer that stays open. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { RealtimeEventName } from '#contract/events.ts'

/** Well below the time after which idle connections are closed, here and by proxies. */
const beatMs = 10_000
/** A reader this slow is better off reconnecting. */
const waitingBytesMax = 256 * 1_024

export type StreamEvent<Data> = {
  readonly name: RealtimeEventName
  /** Where a later stream continues. */
  readonly id: string
  readonly data?: Data
}

export type EventSink<Data> = {
  /** Each followed by a line break, sent immediately. */
  readonly send: (event: StreamEvent<Data>) => void
  readonly end: () => void
}

/** Starts sending; returns the function that cleans up when the stream ends on either side. */
export type EventSource<Data> = (sink: EventSink<Data>) => () => void

/** Sends the events of the source until either side ends the stream. */
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
      // nginx and others buffer answers otherwise.
      'x-accel-buffering': 'no',
    })
    .send(stream)
}

/** Ids are ours and JSON has no line breaks: nothing needs escaping. */
function textOf({ name, id, data = {} }: StreamEvent<unknown>): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
