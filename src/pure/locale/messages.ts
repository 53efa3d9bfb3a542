import { inEachLanguage, type InLanguage } from '../text/messages.ts'
import { accessibility } from './messages/accessibility.ts'
import { bar } from './messages/bar.ts'
import { door } from './messages/door.ts'
import { find } from './messages/find.ts'
import { guest } from './messages/guest.ts'
import { letters } from './messages/letters.ts'
import { now } from './messages/now.ts'
import { pages } from './messages/pages.ts'
import { register } from './messages/register.ts'
import { submit } from './messages/submit.ts'
import { ways } from './messages/ways.ts'

const messages = {
  ...pages,
  ...accessibility,
  ...bar,
  ...door,
  ...find,
  ...guest,
  ...letters,
  ...now,
  ...register,
  ...submit,
  ...ways,
}

/** The texts of pages in one language. */
export type Messages = InLanguage<typeof messages>

/** The texts of pages in all languages. */
export const catalogues = inEachLanguage(messages)
