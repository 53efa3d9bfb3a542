import { textsOf } from '../texts.ts'
import { messages } from './messages.ts'

/** The texts of this area, in the language of the reader. */
export const { t, tn } = textsOf(messages)
