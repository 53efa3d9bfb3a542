import { textsOf } from '../texts.ts'
import { messages } from './messages.ts'

/** The texts of the month of events, in the language of the reader. */
export const { t } = textsOf(messages)
