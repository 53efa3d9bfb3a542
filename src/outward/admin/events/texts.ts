import { textsOf } from '../texts.ts'
import { messages } from './messages.ts'

/** The texts of what is asked before several events, or dates of a series, are changed, in the language of the reader. */
export const { t, tn } = textsOf(messages)
