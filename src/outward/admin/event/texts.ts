import { textsOf } from '../texts.ts'
import { messages } from './messages.ts'

/** The texts of the sentence of the editor, in the language of the reader. */
export const { t, tn } = textsOf(messages)
