import { textsOf } from '../texts.ts'
import { messages } from './messages.ts'

/** The texts of the screens of who comes. */
export const { t, tn } = textsOf(messages)
