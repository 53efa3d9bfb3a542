import { installationSecret } from '../../http/auth/secret.ts'
import { openStore } from '../../storage/files/open.ts'
import { foldedAddress } from '../../pure/text/address.ts'
import { eraseAddress } from '../../records/submissions/submissions.purge.write.ts'
import { addressKeyOf } from '../../records/submissions/submissions.token.ts'
import { isEmail } from '../../pure/text/address.ts'
import { BadUsage, command } from './command.ts'
import { withDatabase } from './database.ts'

/** The commands for what was proposed. */
export const submissionCommands = [
  command({
    name: 'submissions erase',
    arguments: ['ADDRESS'],
    options: {},
    summary: 'Remove everything that was proposed under an e-mail address, for good',
    details:
      'Its proposals and their pictures, how many were accepted, and mails to it that wait. What became an event stays. Of SQLite nothing of it is left in the file; backups are yours to look after.',
    run: async (world, { ADDRESS: address }) => {
      if (!isEmail(address.trim())) throw new BadUsage(`“${address}” is no e-mail address.`)
      const folded = foldedAddress(address)
      const erased = await withDatabase(world, async (db, config) =>
        eraseAddress(
          { db, store: openStore(config.mediaStore) },
          { folded, key: addressKeyOf(await installationSecret(db), folded) },
        ),
      )
      world.print(`${erased.submissions} proposals, ${erased.mails} mails`)
    },
  }),
]
