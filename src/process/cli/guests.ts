import { forgetGuest } from '../../records/registration/guests.forget.write.ts'
import { isEmail } from '../../pure/text/address.ts'
import { zoneNamed } from '../../pure/calendar/zone.ts'
import { BadUsage, command } from './command.ts'
import { withDatabase } from './database.ts'

/** The commands for who comes to events. */
export const guestCommands = [
  command({
    name: 'guests erase',
    arguments: ['ADDRESS'],
    options: {},
    summary: 'Remove everything that is kept of who registered for events under an e-mail address, for good',
    details:
      'Places at events to come are free then, and go to who is next; of what is over it stays how many came. Of SQLite nothing of it is left in the file; backups are yours to look after.',
    run: async (world, { ADDRESS: address }) => {
      if (!isEmail(address.trim())) throw new BadUsage(`“${address}” is no e-mail address.`)
      const erased = await withDatabase(world, async (db, { siteTimezone }) =>
        forgetGuest({ db, siteZone: zoneNamed(siteTimezone) }, address, world.now()),
      )
      world.print(`${erased.guests} guests, ${erased.mails} mails`)
    },
  }),
]
