/** Calls of devices in the description of the API: text answers, Basic authentication. */
import type { DeviceCall } from '#contract/device-call.ts'

/** The operations of a call by method, under the tag `devices`. */
export function describeDeviceCall(name: string, call: DeviceCall) {
  return Object.fromEntries(call.methods.map(method => [method.toLowerCase(), operationOf(name, call, method)]))
}

function operationOf(name: string, call: DeviceCall, method: 'GET' | 'POST') {
  const schema = { type: 'string' }
  return {
    operationId: `${name}_${method.toLowerCase()}`,
    tags: ['devices'],
    summary: call.summary,
    description: 'The login of the device, as Basic authentication: no session and no CSRF token.',
    parameters: Object.entries(call.parameters).map(([parameter, description]) => ({
      name: parameter,
      in: 'query' as const,
      required: false,
      description,
      schema,
    })),
    responses: Object.fromEntries(
      Object.entries(call.answers).map(([status, description]) => [
        status,
        { description, content: { 'text/plain': { schema } } },
      ]),
    ),
    security: [{ device: [] }],
  }
}
