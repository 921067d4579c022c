import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

const channelName = 'kundenportal:timers'

/** Tells the other tabs of this browser that the running measurement has changed. */
export function announceTimerChange(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('changed')
  channel.close()
}

/** Asks the server again when another tab has started, stopped or thrown away a measurement. */
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
