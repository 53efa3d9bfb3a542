import { Type, type StaticDecode } from 'typebox'
import { flag } from '../../pure/params/flags.ts'
import { moment } from '../../pure/params/moments.ts'
import { page, perPage } from '../../pure/params/numbers.ts'
import { Fault, isEmpty, parameter, quote } from '../../pure/params/parameter.ts'
import { choice, choiceList } from '../../pure/params/texts.ts'
import { deliveryStates } from './webhooks.query.ts'
import { secretFault, signatureKinds } from './webhooks.secret.ts'
import { messageTypes } from './webhooks.types.ts'

/** The most characters of each text. */
const limits = { url: 2000, filter: 2000, description: 500, secret: 200 } as const

function text(limit: number, description: string) {
  return parameter(Type.String({ description, maxLength: limit }), (sent) => {
    if (isEmpty(sent)) return ''
    if (typeof sent !== 'string') throw new Fault(`must be a text, not ${quote(sent)}`, 'type')
    const trimmed = sent.trim().toWellFormed()
    if (trimmed.length > limit) throw new Fault(`must have at most ${limit} characters`)
    return trimmed
  })
}

const url = parameter(
  Type.String({
    format: 'uri',
    maxLength: limits.url,
    description: 'Where messages are sent: an address with https or http, on a public host.',
    examples: ['https://example.org/hooks/calendar'],
  }),
  (sent) => {
    if (typeof sent !== 'string' || sent.trim() === '')
      throw new Fault(`must be an address such as https://example.org/hook, not ${quote(sent)}`)
    const trimmed = sent.trim()
    if (trimmed.length > limits.url) throw new Fault(`must have at most ${limits.url} characters`)
    return trimmed
  },
)

const secret = parameter(
  Type.String({
    description:
      'The secret that messages are signed with: “whsec_” and 24 to 64 bytes in base64. Without it one is made.',
  }),
  (sent) => {
    const fault = typeof sent === 'string' ? secretFault(sent) : 'must be a text'
    if (fault !== undefined) throw new Fault(fault)
    return String(sent)
  },
)

const fields = {
  types: Type.Optional(choiceList(messageTypes, 'What it is told of; without it, of everything.')),
  filter: Type.Optional(
    text(
      limits.filter,
      'Of events, only those that the list of events has with these parameters, such as categories=music&free=1. There are no dates by default.',
    ),
  ),
  description: Type.Optional(text(limits.description, 'What it is for, for people.')),
  enabled: Type.Optional(flag('Whether messages are sent.')),
  signatures: Type.Optional(
    choiceList(
      signatureKinds,
      'How messages are signed: v1 by the secret (HMAC-SHA256), v1a by a key (Ed25519) whose public half is “public_key”. By default v1.',
    ),
  ),
}

/** The parameters of a new webhook. */
export const createWebhookParams = Type.Object({ url, ...fields, secret: Type.Optional(secret) })
export type CreateWebhook = StaticDecode<typeof createWebhookParams>

/** The parameters of changing a webhook. */
export const updateWebhookParams = Type.Object({ url: Type.Optional(url), ...fields })
export type UpdateWebhook = StaticDecode<typeof updateWebhookParams>

/** The parameters of a new secret. */
export const rotateParams = Type.Object({ secret: Type.Optional(secret) })
export type Rotate = StaticDecode<typeof rotateParams>

/** The parameters of the list of deliveries. */
export const listDeliveriesParams = Type.Object({
  page: Type.Optional(page),
  per_page: Type.Optional(perPage),
  state: Type.Optional(choice(deliveryStates, 'Only those that stand so.')),
})
export type ListDeliveries = StaticDecode<typeof listDeliveriesParams>

/** The parameters of sending again what happened in a time. */
export const replayParams = Type.Object({
  since: moment('From when on, in the zone of the site or with an offset.'),
  until: Type.Optional(moment('Until when; by default now.')),
})
export type Replay = StaticDecode<typeof replayParams>
