import { textsOf } from '../texts.ts'
import { messages } from './messages.ts'

/** The texts of the screen Today, in the language of the reader. */
export const { t, tn } = textsOf(messages)
