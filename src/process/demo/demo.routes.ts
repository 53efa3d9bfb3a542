import process from 'node:process'
import { Type } from 'typebox'
import { type Caller, can } from '../../http/auth/rights.ts'
import type { Endpoint, Lacking, Resource } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import { noParams } from '../../pure/params/path.ts'
import { countDemo, removeDemo } from './demo.remove.ts'

/** What is told of the invented city. */
export const demoRecord = Type.Object({
  there: Type.Boolean({ description: 'Whether it is in the calendar.' }),
  filling: Type.Boolean({ description: 'Whether it is on its way.' }),
  events: Type.Integer({ minimum: 0, description: 'How many of its events there are.' }),
  kept: Type.Integer({
    minimum: 0,
    description:
      'How many of its places, organizers, categories, tags and pictures have stayed, as other events have them.',
  }),
})

/** The invented city that a calendar can be filled with, and emptied of again. */
export function demoResource(context: Context): Resource {
  let filling: Promise<void> | undefined
  const told = async (kept = 0) => {
    const events = await countDemo(context.db.read)
    return { there: events !== undefined, filling: filling !== undefined, events: events ?? 0, kept }
  }
  const read: Endpoint = {
    methods: ['GET'],
    summary: 'See whether the calendar has the invented city of the demo.',
    params: noParams,
    answer: { status: 200, says: 'Whether it does.', schema: 'Demo' },
    handle: async () => ({ body: await told() }),
  }
  const fill: Endpoint = {
    methods: ['POST'],
    summary:
      'Fill an empty calendar with an invented city, beside this request; one that has events stays as it is.',
    operation: 'fillDemo',
    params: noParams,
    answer: { status: 202, says: 'It is on its way, or there.', schema: 'Demo' },
    handle: async ({ caller, now }) => {
      filling ??= fillBeside(context, caller, now).finally(() => {
        filling = undefined
      })
      return { status: 202, body: await told() }
    },
  }
  const remove: Endpoint = {
    methods: ['DELETE'],
    summary: 'Take the invented city away, but for what other events have of it.',
    operation: 'removeDemo',
    params: noParams,
    answer: { status: 200, says: 'What there is now.', schema: 'Demo' },
    handle: async () => {
      const done = await removeDemo(context)
      return { body: await told(done?.kept) }
    },
  }
  return { path: '/demo', isExtension: true, pathParams: noParams, endpoints: [read, fill, remove], lacks }
}

async function lacks(caller: Caller): Promise<Lacking> {
  if (can(caller, 'manage_settings')) return {}
  return { GET: 'manage_settings', POST: 'manage_settings', DELETE: 'manage_settings' }
}

/** Its modules are loaded only for that. */
async function fillBeside(context: Context, caller: Caller, now: Temporal.Instant): Promise<void> {
  try {
    const { fillDemo } = await import('./demo.write.ts')
    await fillDemo(context, { caller, now, seed: 1, withImages: true, remark: () => {} })
  } catch (error) {
    process.emitWarning(`The calendar could not be filled with the demo: ${String(error)}`)
  }
}
