import { instantOf } from '../../pure/calendar/text.ts'
import { Type, type Static } from 'typebox'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { Passkey } from './passkeys.write.ts'

/** A passkey as its owner sees it. */
const passkeyRecord = Type.Object(
  {
    uuid: Type.String({ format: 'uuid', description: 'By which the passkey is named.' }),
    name: Type.String({ description: 'What its owner calls it.' }),
    created: Type.String({ format: 'date-time', description: 'When it was made.' }),
    last_used: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'When it last let somebody in.',
    }),
    synced: Type.Boolean({ description: 'Whether it may be on several devices.' }),
    host: Type.String({ description: 'The host that it is for: it is of no use at another one.' }),
  },
  { description: 'A key that a browser or a device has made, to sign in with.' },
)
export type PasskeyRecord = Static<typeof passkeyRecord>

/** The passkey as it is listed. */
export function passkeyView(passkey: Passkey): PasskeyRecord {
  const { uuid, name, created_at, last_used_at, synced, host } = passkey
  return {
    uuid,
    name,
    created: moment(created_at),
    last_used: last_used_at === null ? null : moment(last_used_at),
    synced: synced === 1,
    host,
  }
}

/** What the removal of one is answered with. */
const passkeyRemovedRecord = Type.Object({
  deleted: Type.Boolean({ description: 'Always true.' }),
  previous: passkeyRecord,
})

/** What a browser is asked for that is to make one, as its `parseCreationOptionsFromJSON` takes it. */
const passkeyOptionsRecord = Type.Object(
  { challenge: Type.String({ description: 'The question, which ends after ten minutes.' }) },
  { description: 'Options for navigator.credentials.create, as JSON.' },
)

/** How many recovery codes there are; themselves only in the answer that made them. */
export const recoveryCodesRecord = Type.Object({
  total: Type.Integer({ description: 'How many are made at a time.' }),
  left: Type.Integer({ description: 'How many have not been used.' }),
  created: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'When they were made; null: there are none.',
  }),
  codes: Type.Optional(
    Type.Array(Type.String(), { description: 'The codes: only in the answer that made them.' }),
  ),
})
export type RecoveryCodesRecord = Static<typeof recoveryCodesRecord>

/** Until when what was confirmed holds. */
export const confirmationRecord = Type.Object({
  confirmed: Type.String({ format: 'date-time', description: 'When you proved who you are.' }),
  until: Type.String({ format: 'date-time', description: 'Until when you are not asked again.' }),
})

/** The records about passkeys, recovery codes and confirming, by their names in the OpenAPI document. */
export const passkeySchemas = {
  Confirmation: confirmationRecord,
  Passkey: passkeyRecord,
  PasskeyOptions: passkeyOptionsRecord,
  PasskeyRemoved: passkeyRemovedRecord,
  RecoveryCodes: recoveryCodesRecord,
}

/** `2031-03-01T10:00:00Z` */
export function moment(at: EpochSeconds): string {
  return instantOf(at).toString({ smallestUnit: 'second' })
}
