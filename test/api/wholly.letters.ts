import type { TestApp } from '../support/app.ts'
import { item, type Prepare, unique } from './wholly.prepare.ts'

const letterList = async (app: TestApp): Promise<number> =>
  (await app.create('letter-lists', { name: unique() })).id
const letter = async (app: TestApp): Promise<number> =>
  (await app.create('letters', { list: await letterList(app), subject: unique() })).id

/** Writes of letters and their lists. */
export const letterWrites: [string, Prepare][] = [
  ['POST /letter-lists', async () => ({ path: 'letter-lists', json: { name: unique() } })],
  ...item('/letter-lists/{id}', async (app) => `letter-lists/${await letterList(app)}`, {
    description: 'Other',
  }),
  ['POST /letters', async (app) => ({ path: 'letters', json: { list: await letterList(app) } })],
  ...item('/letters/{id}', async (app) => `letters/${await letter(app)}`, { subject: 'Other' }),
  [
    'POST /letters/{id}/stop',
    async (app) => {
      const id = await letter(app)
      await app.db.write((tx) =>
        tx.updateTable('letters').set({ state: 'scheduled', send_at: 1 }).where('id', '=', id).execute(),
      )
      return { path: `letters/${id}/stop`, json: {} }
    },
  ],
]
