import { textsOf } from '../texts.ts'
import { messages } from './messages.ts'

/** The texts of the queue of what waits for approval, in the language of the reader. */
export const { t, tn } = textsOf(messages)
