/** What a handler may say about the answer besides its body. */
export type Reply = {
  setSessionCookie(token: string, until: Date): void
  clearSessionCookie(): void
}
