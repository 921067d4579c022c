import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Body, BodyInput } from '#contract/endpoint.ts'
import type { NewTicketEntry, TicketEntry } from '#contract/ticket-entries.ts'
import { ticketEntries } from '#contract/ticket-entries.ts'
import type { NewTicket, Ticket, TicketWithEntries } from '#contract/tickets.ts'
import { tickets } from '#contract/tickets.ts'
import type { Timer } from '#contract/timers.ts'
import { timers } from '#contract/timers.ts'
import { call } from '#web/lib/api/api-client.ts'
import { openTimersQuery, ticketQuery } from './ticket.query-options.ts'
import { announceTimerChange } from './timer-channel.ts'

export type TicketChange = Body<typeof tickets.update>
export type EntryChange = Body<typeof ticketEntries.update>
export type BulkChange = BodyInput<typeof tickets.changeMany>
export type TimerBooking = BodyInput<typeof timers.book>

/** An item's id, the revision the form loaded, and the change. */
type Change<Values> = { id: string; revision: number; change: Values }

export function useCreateTicket() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: { body: NewTicket; idempotencyKey: string }) => call(tickets.create, input),
    onSuccess: created => {
      keepTicket(client, created)
      return makeTicketsStale(client, created.id)
    },
  })
}

export function useUpdateTicket() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, revision, change }: Change<TicketChange>) =>
      call(tickets.update, { params: { id }, body: change, revision }),
    onSuccess: saved => {
      keepTicket(client, saved)
      return makeTicketsStale(client, saved.id)
    },
  })
}

export function useDeleteTicket() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, revision }: Pick<Ticket, 'id' | 'revision'>) =>
      call(tickets.delete, { params: { id }, revision }),
    onSuccess: (_, { id }) => makeTicketsStale(client, id),
  })
}

/** Each ticket succeeds or fails on its own, as the answer shows. */
export function useChangeTickets() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: { body: BulkChange; idempotencyKey: string }) => call(tickets.changeMany, input),
    onSuccess: () => makeTicketsStale(client),
  })
}

export function useAddEntry() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: { body: NewTicketEntry; idempotencyKey: string }) => call(ticketEntries.create, input),
    onSuccess: () => makeTicketsStale(client),
  })
}

export function useUpdateEntry() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, revision, change }: Change<EntryChange>) =>
      call(ticketEntries.update, { params: { id }, body: change, revision }),
    onSuccess: () => makeTicketsStale(client),
  })
}

export function useDeleteEntry() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, revision }: Pick<TicketEntry, 'id' | 'revision'>) =>
      call(ticketEntries.delete, { params: { id }, revision }),
    onSuccess: () => makeTicketsStale(client),
  })
}

/** Starts a timer. After a failure it refetches too: another tab may have started one. */
export function useStartTimer() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: { body: BodyInput<typeof timers.start>; idempotencyKey: string }) => call(timers.start, input),
    onSuccess: () => makeTimersStale(client),
    onError: () => makeTimersStale(client),
  })
}

/** Stops or resumes the timer; updates the open timers before the next request. */
export function useClock(change: 'stop' | 'resume') {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<Timer, 'id'>) => call(timers[change], { params: { id } }),
    onSuccess: changed => {
      client.setQueryData(openTimersQuery().queryKey, known =>
        known?.map(timer => (timer.id === changed.id ? changed : timer)),
      )
    },
    onSettled: () => Promise.all([makeTimersStale(client), makeTicketsStale(client)]),
  })
}

/** Books a stopped timer as hours of an entry. */
export function useBookTimer() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ timer, ...input }: { timer: Timer; body: TimerBooking; idempotencyKey: string }) =>
      call(timers.book, { params: { id: timer.id }, ...input }),
    onSuccess: () => Promise.all([makeTimersStale(client), makeTicketsStale(client)]),
  })
}

/** Deletes a timer without booking it. */
export function useDiscardTimer() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (timer: Timer) => call(timers.discard, { params: { id: timer.id } }),
    onSettled: () => Promise.all([makeTimersStale(client), makeTicketsStale(client)]),
  })
}

/** Another user may have changed it: refetches the stored state. */
export function useRefreshTickets(): () => Promise<unknown> {
  const client = useQueryClient()
  return () => makeTicketsStale(client)
}

function keepTicket(client: QueryClient, ticket: TicketWithEntries) {
  client.setQueryData(ticketQuery(ticket.id).queryKey, ticket)
}

/** Invalidates lists, totals and pages of tickets, and the customers' ticket counts. `freshId` has just been returned by the server. */
function makeTicketsStale(client: QueryClient, freshId?: string): Promise<unknown> {
  const isStale = (key: readonly unknown[]) => freshId === undefined || key[1] !== 'item' || key[2] !== freshId
  void client.invalidateQueries({ queryKey: ['customers'] })
  return client.invalidateQueries({ queryKey: ['tickets'], predicate: ({ queryKey }) => isStale(queryKey) })
}

function makeTimersStale(client: QueryClient): Promise<unknown> {
  announceTimerChange()
  return client.invalidateQueries({ queryKey: ['timers'] })
}
