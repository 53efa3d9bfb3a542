import { Type, type StaticDecode, type TObject } from 'typebox'
import { flag } from '../../pure/params/flags.ts'
import { idList } from '../../pure/params/lists.ts'

/** The parameters of merging records into one. */
export const mergeParams = Type.Object({
  from: idList(
    'The records that become this one, by ID. They are gone afterwards, and their addresses lead here.',
  ),
  dry_run: Type.Optional(flag('Whether to answer what would happen, and write nothing.')),
})
export type Merge = StaticDecode<typeof mergeParams>

/** The parameters of merging into a record that is changed with it: its fields, beside those of the merging. */
export function mergeParamsWith(fields: TObject): TObject {
  return Type.Object({ ...fields.properties, ...mergeParams.properties })
}
