import { textsOf } from '../texts.ts'
import { messages } from './messages.ts'

/** The texts of the list of keys, in the language of the reader. */
export const { t } = textsOf(messages)
