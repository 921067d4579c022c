import { describe, expect, it } from 'vitest'
import { serviceTypes } from '#contract/lists.ts'
import { applicationState, fieldsOfKind, nothingKnown, serviceSearchTexts, silentFrom } from './service.rules.ts'

const common = ['name', 'customerId', 'description', 'collectionId', 'urls']

describe('a service', () => {
  it.each([
    ['device_service', ['localIp', 'externalIp', 'macAddress']],
    ['website_service', ['isWatched']],
    ['application_service', ['version', 'periodMinutes']],
  ] as const)('that is a %s takes, besides the common fields, %j', (type, own) => {
    expect(
      fieldsOfKind(type)
        .filter(field => !common.includes(field))
        .toSorted(),
    ).toEqual(own.toSorted())
    expect(fieldsOfKind(type)).toEqual(expect.arrayContaining(['name', 'description']))
  })

  it('of which only the name is known is empty, but monitored, or silent after an hour', () => {
    const { isWatched, periodMinutes, collectionId, urls, ...texts } = nothingKnown
    expect({ isWatched, periodMinutes, collectionId, urls }).toEqual({
      isWatched: true,
      periodMinutes: 60,
      collectionId: null,
      urls: [],
    })
    expect(Object.values(texts)).toEqual(Array(5).fill(''))
    expect(Object.keys({ name: '', customerId: '', ...nothingKnown })).toEqual(
      expect.arrayContaining(serviceTypes.flatMap(fieldsOfKind)),
    )
  })

  it('is found by its words, its addresses and the hosts of its links', () => {
    const texts = serviceSearchTexts({
      name: 'Wetterseite',
      description: 'Zeigt das Wetter',
      urls: [
        'https://www.example.org/wetter',
        'https://wwwetter.example.org/',
        'https://mein-www.example.org',
        'kein Link',
      ],
      localIp: '192.168.1.2',
      externalIp: '203.0.113.7',
      macAddress: '00:00:5e:00:53:01',
    })
    expect(texts.filter(text => text !== '')).toEqual([
      'Wetterseite',
      'Zeigt das Wetter',
      '192.168.1.2',
      '203.0.113.7',
      '00:00:5e:00:53:01',
      'https://www.example.org/wetter',
      'https://wwwetter.example.org/',
      'https://mein-www.example.org',
      'kein Link',
      'example.org',
      'wwwetter.example.org',
      'mein-www.example.org',
    ])
  })
})

describe('an application', () => {
  it('is silent from the end of its period on, and unknown before its first report', () => {
    const heard = new Date('2026-03-10T09:00:00.000Z')
    expect(silentFrom(heard, 90)).toEqual(new Date('2026-03-10T10:30:00.000Z'))
    const silentAt = '2026-03-10T10:30:00.000Z'
    expect(applicationState(silentAt, '2026-03-10T10:29:59.999Z')).toBe('ok')
    expect(applicationState(silentAt, silentAt)).toBe('problem')
    expect(applicationState(silentAt, '2026-03-11T00:00:00.000Z')).toBe('problem')
    expect(applicationState(null, silentAt)).toBe('unknown')
  })
})
