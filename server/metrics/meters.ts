/** What the parts of the process tell when figures are kept of it; without figures nobody is told. */

export type RequestMeter = {
  /** `route` is the template, never the address; see `measureRequests`. */
  readonly answered: (route: string, method: string, status: number, seconds: number) => void
}
