/** Whether the portal calls DNS providers: the demo calls nobody, unless its operator has allowed a target. */
let isOn = true

/** As configured by the server. */
export function setProviderCalls(value: boolean): void {
  isOn = value
}

export function callsProviders(): boolean {
  return isOn
}
