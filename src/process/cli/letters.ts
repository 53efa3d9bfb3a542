import { installationSecret } from '../../http/auth/secret.ts'
import { instantOf } from '../../pure/calendar/text.ts'
import { isEmail } from '../../pure/text/address.ts'
import { eraseAddress } from '../../records/letters/letters.erase.write.ts'
import { dueText, exportedSubscribers } from '../../records/letters/letters.export.query.ts'
import { homeIn, otherHome, setHome } from '../../records/letters/letters.installation.write.ts'
import { BadUsage, command } from './command.ts'
import { withDatabase } from './database.ts'

/** The commands for what visitors are told by mail. */
export const letterCommands = [
  command({
    name: 'letters erase',
    arguments: ['ADDRESS'],
    options: {},
    summary: 'Erase everything about an e-mail address that gets letters, for good',
    details:
      'What it gets, what was asked for under it, what waits to be sent to it, and that it wants never to be written to. Of SQLite nothing of it is left in the file; backups are yours to look after. What it has proposed is erased by “kalends submissions erase”.',
    run: async (world, { ADDRESS: address }) => {
      if (!isEmail(address.trim())) throw new BadUsage(`“${address}” is no e-mail address.`)
      const erased = await withDatabase(world, async (db) =>
        eraseAddress({ db, secret: await installationSecret(db) }, address),
      )
      world.print(`${erased.subscriptions} subscriptions, ${erased.requests} requests, ${erased.mails} mails`)
    },
  }),
  command({
    name: 'letters export',
    arguments: ['ADDRESS?'],
    options: {},
    summary: 'Print what addresses get by mail, or one of them, as a table (CSV)',
    run: async (world, { ADDRESS: address }) => {
      if (address !== undefined && !isEmail(address.trim()))
        throw new BadUsage(`“${address}” is no e-mail address.`)
      const text = await withDatabase(world, (db) => exportedSubscribers(db.read, address))
      await world.write(text)
    },
  }),
  command({
    name: 'letters here',
    arguments: [],
    options: {},
    summary: 'Have letters go out under the address of SITE_URL from now on',
    details:
      'A copy of a calendar at another address writes to nobody before it is told to. What is too late by then is left out.',
    run: async (world) => {
      const told = await withDatabase(world, async (db, { siteUrl }) => {
        if (siteUrl === '') throw new BadUsage('SITE_URL must be set: links in letters begin with it.')
        const before = await homeIn(db.read)
        await db.write((tx) => setHome(tx, siteUrl), 'aside')
        return before === undefined || before === siteUrl
          ? `Letters go out under ${siteUrl}.`
          : `Letters go out under ${siteUrl}, and no longer under ${before}.`
      })
      world.print(told)
    },
  }),
  command({
    name: 'letters due',
    arguments: [],
    options: {},
    summary: 'Show what goes out next, and to how many',
    run: async (world) => {
      const lines = await withDatabase(world, async (db, { siteUrl }) => {
        const elsewhere = await otherHome(db.read, siteUrl)
        const waits =
          elsewhere === undefined
            ? []
            : [
                `Letters wait: this calendar was at ${elsewhere}. “kalends letters here” has them sent from here.`,
              ]
        return [...waits, ...(await dueText(db.read, (at) => instantOf(at).toString()))]
      })
      world.print(lines.length === 0 ? 'Nothing is to go out.' : lines.join('\n'))
    },
  }),
]
