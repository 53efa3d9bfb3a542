import { textsOf } from '../texts.ts'
import { messages } from './messages.ts'

/** The texts of places, organizers, categories, tags and pictures, which have much in common. */
export const { t, tn } = textsOf(messages)
