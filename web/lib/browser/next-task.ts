/** Ends the current task, so that input and frames are served before the next part of long work. */
export function nextTask(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve))
}
