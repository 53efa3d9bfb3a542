import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { verifyWebhook } from './index.ts'

const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`
const other = `whsec_${Buffer.from('another of twenty-four by').toString('base64')}`
const body = JSON.stringify({
  type: 'event.updated',
  timestamp: '2031-03-11T18:00:00Z',
  data: { id: 217, kind: 'event', url: null, rest_url: 'https://x.example', revision: 1, changed: ['title'] },
})
const now = new Date('2031-03-11T18:00:05Z')

/** The headers of a message, as the reference library of Standard Webhooks signs it. */
function signed(text = body, { by = secret, at = now, id = 'msg_1' } = {}) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign(id, at, text),
  }
}

describe('a message', () => {
  test('that the secret has signed is answered, from headers of any form and a body of text or bytes', async () => {
    const message = JSON.parse(body)
    expect(await verifyWebhook(secret, signed(), body, { now })).toEqual(message)
    expect(
      await verifyWebhook(secret, new Headers(signed()), new TextEncoder().encode(body), { now }),
    ).toEqual(message)
    const capitals = Object.fromEntries(
      Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), [value]]),
    )
    expect(await verifyWebhook(secret, capitals, body, { now })).toEqual(message)
  })

  test('is believed by the new secret and by the old one, and where one of several signatures is right', async () => {
    expect(await verifyWebhook([other, secret], signed(), body, { now })).toMatchObject({
      type: 'event.updated',
    })
    const two = {
      ...signed(),
      'webhook-signature': `v1a,AAAA v1,${'A'.repeat(44)} ${signed()['webhook-signature']}`,
    }
    expect(await verifyWebhook(secret, two, body, { now })).toMatchObject({ type: 'event.updated' })
  })

  test.each([
    ['of somebody else', signed(body, { by: other }), body, 'signature'],
    ['with another body', signed(), body.replace('217', '218'), 'signature'],
    ['with another id', { ...signed(), 'webhook-id': 'msg_2' }, body, 'signature'],
    [
      'of another version alone',
      { ...signed(), 'webhook-signature': signed()['webhook-signature'].replace('v1,', 'v1a,') },
      body,
      'signature',
    ],
    ['whose signature is no base64', { ...signed(), 'webhook-signature': 'v1,***' }, body, 'signature'],
    ['without a signature', { ...signed(), 'webhook-signature': undefined }, body, 'signature'],
    ['of six minutes ago', signed(body, { at: new Date(now.getTime() - 360_000) }), body, 'timestamp'],
    ['of the future', signed(body, { at: new Date(now.getTime() + 360_000) }), body, 'timestamp'],
    ['without a time', { ...signed(), 'webhook-timestamp': 'now' }, body, 'timestamp'],
    ['that is no JSON', signed('hello'), 'hello', 'body'],
    ['that is another JSON', signed('[]'), '[]', 'body'],
  ] as const)('%s is refused', async (_, headers, text, reason) => {
    await expect(verifyWebhook(secret, headers, text, { now })).rejects.toMatchObject({
      name: 'WebhookRefused',
      reason,
    })
  })

  test('may be older where that is said', async () => {
    const old = signed(body, { at: new Date(now.getTime() - 360_000) })
    expect(await verifyWebhook(secret, old, body, { now, tolerance_s: 600 })).toMatchObject({
      type: 'event.updated',
    })
  })

  test('cannot be judged by a secret that is none', async () => {
    await expect(verifyWebhook('whsec_', signed(), body, { now })).rejects.toThrow(/begins with whsec_/)
  })
})
