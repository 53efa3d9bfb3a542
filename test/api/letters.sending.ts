import type { DeliveryFault } from '../../src/people/delivery/delivery.fault.ts'
import type { OutgoingMail } from '../../src/people/mail/mail.transport.ts'
import { followChanges } from '../../src/records/letters/letters.changes.write.ts'
import { createLetterDelivery } from '../../src/records/letters/letters.delivery.ts'
import { places, type Rendered } from '../../src/records/letters/letters.types.ts'
import { themeOf } from '../../src/outward/web/look.ts'
import { LiveSettings } from '../../src/people/settings/settings.live.ts'
import type { LetterWriter } from '../../src/records/letters/letters.writer.ts'
import { readConfig } from '../../src/config/config.ts'
import { contextOf } from '../../src/process/app.context.ts'
import { letterPartsOf } from '../../src/process/app.letters.ts'
import type { TestApp } from '../support/app.ts'
import { lettersEnvironment } from './letters.fixture.ts'

function inFewWords(subject: string): Rendered {
  return {
    subject,
    text: `https://calendar.example.org/mail/settings/${places.settings} https://calendar.example.org/mail/leave/${places.leave}`,
    html: `<p>${places.leave}</p>`,
  }
}

/** Writes in few words what it was asked for, with the links of whoever gets it. */
function fewWords(
  counts: { digests: number },
  state: { readonly isEmpty: boolean; readonly fails: RegExp; readonly meanwhile: () => Promise<void> },
): LetterWriter {
  const written = (subject: string): Rendered => {
    if (state.fails.test(subject)) throw new Error('It cannot be written.')
    return inFewWords(subject)
  }
  return {
    digest: async (digest, due, locale) => {
      counts.digests += 1
      return state.isEmpty ? undefined : written(`digest ${digest.filter} ${due.toString()} ${locale}`)
    },
    reminder: async (event, locale) => written(`reminder ${event} ${locale}`),
    changes: async (changes, locale) => {
      await state.meanwhile()
      return written(
        `changes ${changes.map(({ event, was, is }) => `${event}:${was.status}>${is.isPublic ? is.status : 'gone'}`).join(' ')} ${locale}`,
      )
    },
    letter: async (letter, locale) => written(`letter ${letter.subject} ${locale}`),
  }
}

/** A node that makes and sends letters on the database of an app, to nobody but a list. */
export async function nodeOn(
  app: TestApp,
  now: () => Temporal.Instant,
  more: Readonly<Record<string, string>> = {},
) {
  const config = readConfig({ ...lettersEnvironment, MAIL_FOLDER: '/nowhere', DATA_DIR: app.folder, ...more })
  const context = await contextOf({ config, db: app.db, now })
  const logged: string[] = []
  const parts = await letterPartsOf({ now, log: (message) => void logged.push(message) }, context, {
    live: new LiveSettings(app.db, config),
    theme: await themeOf(config),
  })
  const taken: OutgoingMail[] = []
  const counts = { digests: 0 }
  const state = {
    isEmpty: false,
    /** What happens while a change is written about. */
    meanwhile: async () => {},
    /** What cannot be written, by its subject. */
    fails: /^$/,
    /** With which of what is due it begins. */
    chance: 0,
    /** What the server says to a mail, where it does not take it. */
    refuses: (_mail: OutgoingMail): DeliveryFault | undefined => undefined,
  }
  const writer = fewWords(counts, state)
  const delivery = createLetterDelivery({
    ...parts,
    writer,
    count: () => {},
    chance: () => state.chance,
    transport: {
      rest: () => {},
      send: async (mail) => {
        const fault = state.refuses(mail)
        if (fault) throw fault
        taken.push(mail)
        return 'taken'
      },
    },
  })
  return {
    state,
    taken,
    counts,
    logged,
    /** Works until nothing is left to be done now. */
    work: async () => {
      for (let quiet = 0; quiet < 2;) quiet = (await delivery.sendDue()) > 0 ? 0 : quiet + 1
    },
    pass: () => delivery.sendDue(),
    follow: () => followChanges(parts),
    close: async () => {
      await delivery.close()
      await context.words.close()
      await context.index.close()
    },
  }
}

/** Whom mails have gone to, with what they are about. */
export const told = (mails: readonly OutgoingMail[]) =>
  mails.map(({ to, subject }) => `${to.replace('@example.org', '')}: ${subject}`)
