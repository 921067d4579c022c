/** Hooks that parts of the process call for metrics; without metrics they do nothing. */

export type RequestMeter = {
  /** `route` is the template, never the address; see `measureRequests`. */
  readonly answered: (route: string, method: string, status: number, seconds: number) => void
}
