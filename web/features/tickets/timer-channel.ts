import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

const channelName = 'kundenportal:timers'

/** Notifies the other tabs of this browser that the running timer has changed. */
export function announceTimerChange(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('changed')
  channel.close()
}

/** Refetches when another tab has started, stopped or discarded a timer. */
export function useTimerChangesElsewhere(): void {
  const client = useQueryClient()
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = () => {
      void client.invalidateQueries({ queryKey: ['timers'] })
      void client.invalidateQueries({ queryKey: ['tickets', 'item'] })
    }
    return () => channel.close()
  }, [client])
}
