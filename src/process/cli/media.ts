import { readConfig } from '../../config/config.ts'
import { command } from './command.ts'
import { withDatabase } from './database.ts'

/** The commands for images. */
export const mediaCommands = [
  command({
    name: 'media regenerate',
    arguments: [],
    options: {},
    summary: 'Make the sizes of all images anew',
    details: 'The service may go on running. An image that cannot be read is told of and left as it was.',
    run: async (world) => {
      const { countMedia, regenerateMedia } = await import('../../records/media/media.regenerate.ts')
      const { createMediaTools } = await import('../../storage/images/tools.ts')
      const tools = createMediaTools(readConfig(world.environment))
      const faults = await withDatabase(world, async (db) => {
        const total = await countMedia(db)
        let [done, failed] = [0, 0]
        for await (const { id, file, fault } of regenerateMedia(db, tools)) {
          done += 1
          if (fault !== undefined) failed += 1
          world.remark(`${done}/${total} ${file}${fault === undefined ? '' : `: image ${id} ${fault}`}`)
        }
        world.print(String(done - failed))
        return failed
      })
      if (faults > 0)
        throw new Error(`${faults} ${faults === 1 ? 'image' : 'images'} could not be read: left as found.`)
    },
  }),
]
