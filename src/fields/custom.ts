import { Type, type TSchema } from 'typebox'
import { factOf } from '../pure/params/flags.ts'

/** How a custom field of the original has a value (`meta` of `wp/v2`). */
export interface Custom {
  readonly schema: TSchema
  /** What is stored, as the custom field has it. */
  readonly of: (stored: string | number | null | undefined) => boolean | string
}

/** As text, which is empty where there is nothing. */
export const textOfOriginal: Custom = {
  schema: Type.String(),
  of: (stored) => String(stored ?? ''),
}

/** Yes or no. */
export const flagOfOriginal: Custom = { schema: Type.Boolean(), of: (stored) => stored === 1 }

/** Yes or no, and an empty text where that is not known. */
export const factOfOriginal: Custom = {
  schema: Type.Union([Type.Boolean(), Type.Literal('')]),
  of: (stored) => factOf(stored) ?? '',
}
