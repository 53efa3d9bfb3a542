import { textsOf } from '../texts.ts'
import { messages } from './messages.ts'

/** The texts of the report. */
export const { t } = textsOf(messages)
