import type { Config } from '../../config/config.ts'
import type { Database } from '../../storage/db/dialect.ts'
import type { WebhookRow } from '../../records/webhooks/webhooks.query.ts'
import type { WebhookRoutes } from '../../records/webhooks/webhooks.routes.ts'
import { BadUsage, command, type World } from './command.ts'
import { moment, secondsNow, withDatabase } from './database.ts'
import { type Columns, printList } from './table.ts'

const columns: Columns<WebhookRow> = {
  id: ({ id }) => id,
  state: ({ enabled, failing_since }) =>
    enabled === 0 ? 'disabled' : failing_since === null ? 'good' : 'failing',
  url: ({ url }) => url,
  description: ({ description }) => description,
  last_success: ({ last_success_at }) => moment(last_success_at),
  message: ({ fault }) => fault,
}

const fields = {
  types: {
    value: 'TYPES',
    says: 'What it is told of, such as event.created,event.canceled; else everything.',
  },
  filter: {
    value: 'QUERY',
    says: 'Of events, only those of the list with these parameters: categories=music.',
  },
  description: { value: 'TEXT', says: 'What it is for.' },
  signatures: { value: 'KINDS', says: 'How messages are signed: v1, v1a or v1,v1a; v1 unless you say so.' },
  secret: { value: 'SECRET', says: 'The secret to sign with, whsec_…; else one is made.' },
} as const

/** The commands for webhooks. */
export const webhookCommands = [
  command({
    name: 'webhook add',
    arguments: ['URL'],
    options: fields,
    summary: 'Tell an address what happens, and print the secret that messages are signed with, this once',
    details:
      'A running server sends messages to it at once. See docs/integrating.md for what they say and how a receiver checks them.',
    run: async (world, { URL: url, ...given }) => {
      const { secret, id } = await withRoutes(world, async (routes, db, config) => {
        const { createWebhookParams } = await import('../../records/webhooks/webhooks.params.ts')
        const { decode } = await import('../../http/decodedParameters.ts')
        const { faultsIn } = await import('../../records/webhooks/webhooks.faults.ts')
        const { wantedOf } = await import('../../records/webhooks/webhooks.routes.ts')
        const { createWebhook } = await import('../../records/webhooks/webhooks.write.ts')
        const { values, faults } = decode(createWebhookParams, { url, ...given })
        for (const [name, { message }] of faults) throw new BadUsage(`${named(name)} ${message}.`)
        // What was decoded by these parameters has their types.
        const params = values as Parameters<typeof wantedOf>[0]
        for (const [name, says] of Object.entries(await faultsIn(routes, params, world.now())))
          throw new BadUsage(`${named(name)} ${says}.`)
        const wanted = wantedOf(params, homeOf(config))
        const made = await db.write((tx) => createWebhook(tx, wanted, secondsNow(world)))
        return existing(db, String(made))
      })
      world.print(secret)
      world.remark(`This is the secret of webhook ${id}. It cannot be shown again.`)
    },
  }),
  command({
    name: 'webhook list',
    arguments: [],
    options: { json: { says: 'Print JSON.' } },
    summary: 'List the webhooks and how they do',
    run: async (world, { json }) => {
      const { listWebhooks } = await import('../../records/webhooks/webhooks.query.ts')
      printList(world, await withDatabase(world, (db) => listWebhooks(db.read)), columns, json)
    },
  }),
  command({
    name: 'webhook remove',
    arguments: ['ID'],
    options: {},
    summary: 'Remove a webhook, and what was to be sent to it',
    run: async (world, { ID: text }) => {
      const { removeWebhook } = await import('../../records/webhooks/webhooks.write.ts')
      const { id, url } = await withDatabase(world, async (db) => {
        const webhook = await existing(db, text)
        await db.write((tx) => removeWebhook(tx, webhook.id))
        return webhook
      })
      world.print(`Removed webhook ${id}: ${url}`)
    },
  }),
  command({
    name: 'webhook test',
    arguments: ['ID'],
    options: {},
    summary: 'Send a webhook a message now, and say what was answered',
    run: async (world, { ID: text }) => {
      const { testWebhook } = await import('../../records/webhooks/webhooks.trial.ts')
      const { triesOf } = await import('../../records/webhooks/webhooks.stored.ts')
      const row = await withRoutes(world, async (routes, db) =>
        testWebhook(routes, await existing(db, text), secondsNow(world)),
      )
      if (row.fault !== null) throw new Error(row.fault)
      const [attempt] = triesOf(row)
      world.print(`${attempt?.status} ${attempt?.took_ms} ms ${attempt?.answer ?? ''}`.trim())
    },
  }),
]

/** A parameter as the command line calls it. */
function named(name: string): string {
  return name === 'url' ? 'URL' : `--${name}`
}

/** Where the calendar is reached, as far as the settings say. */
function homeOf({ siteUrl, host, port }: Config): string {
  return siteUrl === '' ? `http://${host}:${port}` : siteUrl
}

async function existing(db: Database, text: string): Promise<WebhookRow> {
  const { findWebhook } = await import('../../records/webhooks/webhooks.query.ts')
  const row = /^\d{1,15}$/.test(text) ? await findWebhook(db.read, Number(text)) : undefined
  if (!row) throw new Error(`No webhook has the ID ${text}: “kalends webhook list” lists them.`)
  return row
}

/** Opens the database, and does work with what the routes about webhooks take. */
async function withRoutes<Result>(
  world: World,
  work: (routes: WebhookRoutes, db: Database, config: Config) => Promise<Result>,
): Promise<Result> {
  return withDatabase(world, async (db, config) => {
    const { contextOf } = await import('../app.context.ts')
    const { webhookRoutesOf } = await import('../app.webhooks.ts')
    const context = await contextOf({ config, db, now: world.now, findPlace: undefined })
    try {
      const log = (message: string) => world.remark(message)
      return await work(webhookRoutesOf({ config, log }, context), db, config)
    } finally {
      await context.index.close()
      await context.words.close()
    }
  })
}
