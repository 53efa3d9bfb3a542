import { textsOf } from '../texts.ts'
import { messages } from './messages.ts'

/** The texts of saved views, in the language of the reader. */
export const { t } = textsOf(messages)
