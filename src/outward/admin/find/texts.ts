import { textsOf } from '../texts.ts'
import { messages } from './messages.ts'

/** The texts of what finds things from everywhere, in the language of the reader. */
export const { t } = textsOf(messages)
