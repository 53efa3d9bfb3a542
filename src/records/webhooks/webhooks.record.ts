import { Type, type Static } from 'typebox'
import { deliveryStates } from './webhooks.query.ts'
import { signatureKinds } from './webhooks.secret.ts'
import { messageTypes } from './webhooks.types.ts'

const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })
const utc = (description: string) => Type.String({ description, examples: ['2031-03-11 18:00:00'] })
const number = (description: string) => Type.Integer({ minimum: 0, description })

/** A webhook, on the wire. Its secret is shown once: when it is made. */
export const webhookRecord = Type.Object({
  id: Type.Integer({ description: 'The ID of the webhook.' }),
  url: Type.String({ format: 'uri', description: 'Where messages are sent.' }),
  description: Type.String({ description: 'What it is for.' }),
  types: Type.Array(Type.Enum([...messageTypes]), { description: 'What it is told of.' }),
  filter: Type.String({ description: 'By which list parameters events are chosen; empty: all are.' }),
  enabled: Type.Boolean({ description: 'Whether messages are sent.' }),
  signatures: Type.Array(Type.Enum([...signatureKinds]), { description: 'How messages are signed.' }),
  public_key: orNull('The public half of the key of v1a; null where messages are not signed so.'),
  state: Type.Enum(['good', 'failing', 'disabled'], {
    description: '“failing” when a message was given up, until the next one is taken.',
  }),
  message: orNull('Why it is failing, or was disabled.'),
  failing_since_utc: orNull('Since when it is failing, in UTC.'),
  paused_until_utc: orNull('Until when nothing is sent, as the receiver asked for a rest, in UTC.'),
  last_success_utc: orNull('When a message was last taken, in UTC.'),
  old_secret_until_utc: orNull('Until when messages are signed with the secret before, too, in UTC.'),
  waiting: number('How many messages are to be sent.'),
  created_utc: utc('When it was set up, in UTC.'),
  rest_url: Type.String({ format: 'uri', description: 'The webhook in this service.' }),
  secret: Type.Optional(Type.String({ description: 'Its secret, shown only in the answer that makes it.' })),
})
export type WebhookView = Static<typeof webhookRecord>

/** The list of webhooks. */
const webhookListRecord = Type.Object({
  webhooks: Type.Array(webhookRecord, { description: 'The oldest first.' }),
  total: number('How many there are.'),
})

const data = Type.Object({
  id: Type.Integer({ description: 'The ID of the record.' }),
  kind: Type.String({ description: 'What it is.' }),
  url: orNull('Its public page, while it has one.'),
  rest_url: Type.String({ description: 'The record in this service.' }),
  revision: Type.Integer({ description: 'The number of the change, which grows with time.' }),
  changed: Type.Array(Type.String(), { description: 'The fields that an update has changed.' }),
})

/** What is sent. */
const messageRecord = Type.Object({
  type: Type.String({ description: 'What has happened.' }),
  timestamp: Type.String({ description: 'When it did.' }),
  data,
})

/** A message to a webhook, and how sending it went. */
export const deliveryRecord = Type.Object({
  id: Type.Integer({ description: 'The ID of the delivery.' }),
  webhook: Type.Integer({ description: 'The ID of the webhook.' }),
  message_id: Type.String({
    description: 'The “webhook-id” of the message, the same whenever it is sent.',
  }),
  type: Type.String({ description: 'What it tells.' }),
  state: Type.Enum([...deliveryStates], {
    description: 'Whether it is to be sent, was taken, or was given up.',
  }),
  created_utc: utc('When it was written, in UTC.'),
  ended_utc: orNull('When it was taken or given up, in UTC.'),
  next_try_utc: orNull('When it is tried next, in UTC.'),
  status: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The status that was answered last; null: none.',
  }),
  fault: orNull('Why it was not taken.'),
  attempts: Type.Array(
    Type.Object({
      at_utc: utc('When it was sent, in UTC.'),
      status: Type.Union([Type.Integer(), Type.Null()], { description: 'The status of the answer.' }),
      answer: Type.String({ description: 'The beginning of what was answered.' }),
      fault: orNull('Why that is no success.'),
      took_ms: number('How long it took, in milliseconds.'),
    }),
    { description: 'The last ten attempts, the oldest first.' },
  ),
  body: messageRecord,
})
export type DeliveryView = Static<typeof deliveryRecord>

/** A page of the messages to a webhook. */
const deliveryListRecord = Type.Object({
  deliveries: Type.Array(deliveryRecord, { description: 'The newest first.' }),
  total: number('How many there are.'),
  total_pages: number('How many pages there are.'),
})

/** What is sent again. */
const replayedRecord = Type.Object({
  replayed: number('How many messages are sent again, or for the first time.'),
})

/** The records about webhooks, by their names among the schemas. */
export const webhookSchemas = {
  Webhook: webhookRecord,
  WebhookList: webhookListRecord,
  WebhookDelivery: deliveryRecord,
  WebhookDeliveryList: deliveryListRecord,
  WebhookReplayed: replayedRecord,
}
