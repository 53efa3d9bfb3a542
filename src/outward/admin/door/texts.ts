import { textsOf } from '../texts.ts'
import { messages } from './messages.ts'

/** The texts of the door. */
export const { t, tn } = textsOf(messages)
