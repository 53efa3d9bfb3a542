import { textsOf } from '../texts.ts'
import { messages } from './messages.ts'

/** The texts of what dates of a series become, in the language of the reader. */
export const { t, tn } = textsOf(messages)
