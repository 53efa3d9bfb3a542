import { textsOf } from '../texts.ts'
import { messages } from './messages.ts'

/** The texts of moving events, in the language of the reader. */
export const { t, tn } = textsOf(messages)
