import { type JSONRPCRequest, type Result, Server, type StandardSchemaV1 } from '@modelcontextprotocol/server'
import type { Declared } from '../../fields/own/declaration.ts'
import type { Caller } from '../../http/auth/rights.ts'
import { firstDayOf, type WeekStarts } from '../../pure/calendar/period.ts'
import type { Zone } from '../../pure/calendar/zone.ts'
import type { JsonSchema } from '../../fields/own/schema.ts'
import type { InternalInterface } from '../../http/internalRequest.ts'
import type { Site } from '../../http/site.ts'
import { spokenIn } from '../../pure/text/language.ts'
import { callTool, sentenceOf } from './mcp.answer.ts'
import { toldInput, withOwn } from './mcp.own.ts'
import { listed, readResource, templates } from './mcp.resources.ts'
import { type Assistance, notice, type Told, type Tool } from './mcp.tool.ts'
import { tools } from './mcp.tools.ts'

/** What assistants may do here: nothing, read, or also write with the rights of whoever sends a token. */
export type McpMode = 'off' | 'read' | 'full'

/** What a server for assistants is made of. */
export interface McpParts {
  readonly inside: InternalInterface
  readonly siteName: string
  readonly siteZone: Zone
  /** `HH:MM`: when a night is over. */
  readonly dayTurn: string
  /** The language of the site as a BCP 47 tag. */
  readonly siteLocale: string
  readonly weekStarts: WeekStarts
  readonly mode: McpMode
  readonly version: string
  readonly now: () => Temporal.Instant
  /** The fields that the calendar has declared by now. */
  readonly declared: () => Promise<Declared>
  /** The sentence for an error that is no refusal; it has taken note of it. */
  readonly failed: (error: unknown) => string
}

/** Who asks, and from where. */
export interface McpClient {
  readonly caller: Caller
  readonly from: string
  readonly site: Site
}

/**
 * A server of the Model Context Protocol for one client, in whichever version of the protocol it speaks, not yet connected. Of the SDK it is
 * the plain server: tools and schemas are the calendar’s own, and what is wrong with a message is told by its sentences.
 */
export function mcpServerFor(parts: McpParts, client: McpClient): Answering {
  const server = new Answering(
    { name: 'kalends', title: parts.siteName, version: parts.version },
    {
      // As clients have been told since the first release.
      capabilities: { tools: { listChanged: true }, resources: { listChanged: true } },
      instructions: instructionsOf(parts),
    },
  )
  const handle = (method: string, answer: (params: Params) => Result | Promise<Result>) =>
    server.setRequestHandler(method, { params: anyParams }, async (params) => answer(params))
  const assistance = assistanceOf(parts, client)
  const offered = tools.filter(({ writes }) => !writes || (parts.mode === 'full' && client.caller.id !== 0))
  handle('tools/list', async (params) => {
    assertFirst(params)
    const declared = await parts.declared()
    return { tools: offered.map((tool) => shown(tool, toldInput(tool, declared, client.caller))) }
  })
  handle('tools/call', (params) => answerCall(params, { parts, offered, assistance }))
  handle('resources/list', async (params) => {
    assertFirst(params)
    return { resources: listed(await assistance()) }
  })
  handle('resources/templates/list', (params) => {
    assertFirst(params)
    return { resourceTemplates: [...templates] }
  })
  handle('resources/read', async ({ uri }) => {
    if (typeof uri !== 'string')
      throw protocolError(invalidParams, 'resources/read needs the uri of a resource.')
    try {
      const { text } = await readResource(uri, await assistance())
      return { contents: [{ uri, mimeType: 'text/plain', text }] }
    } catch (error) {
      throw unread(error, uri, parts)
    }
  })
  return server
}

type Params = Readonly<Record<string, unknown>>

/** What is wrong with a message is told by the calendar’s own sentences. */
const anyParams: StandardSchemaV1<unknown, Params> = {
  '~standard': { version: 1, vendor: 'kalends', validate: (value) => ({ value: value as Params }) },
}

/** The SDK’s server holds calls of tools, and what they answer, against schemas of its own first, and tells its schema’s faults. */
// oxlint-disable-next-line typescript/no-deprecated -- it is marked so to be thought about
export class Answering extends Server {
  protected override _wrapHandler<Context>(
    _method: string,
    handler: (request: JSONRPCRequest, context: Context) => Promise<Result>,
  ) {
    return handler
  }
}

async function answerCall(
  { name, arguments: given = {} }: Params,
  on: {
    readonly parts: McpParts
    readonly offered: readonly Tool[]
    readonly assistance: () => Promise<Assistance>
  },
): Promise<Result> {
  const { parts, offered, assistance } = on
  if (typeof name !== 'string' || typeof given !== 'object' || given === null || Array.isArray(given))
    throw protocolError(invalidParams, 'tools/call needs the name of a tool, and its arguments as an object.')
  const known = parts.mode === 'full' ? tools : offered
  const tool = known.find((one) => one.name === name)
  if (!tool) throw protocolError(invalidParams, unknownTool(name, parts.mode, offered))
  try {
    const assisting = await assistance()
    const called = await callTool(
      withOwn(tool, assisting.declared, assisting.caller),
      { ...given },
      assisting,
    )
    return 'told' in called
      ? { content: [textOf(called.told)], structuredContent: { ...called.told.data } }
      : refused(called.refusal)
  } catch (error) {
    return refused(parts.failed(error))
  }
}

function assistanceOf(parts: McpParts, client: McpClient): () => Promise<Assistance> {
  const { inside, siteZone, dayTurn, now } = parts
  const { locale, language } = spokenIn(parts.siteLocale) ?? english
  const week = locale.getWeekInfo()
  const firstDay = firstDayOf(parts.weekStarts)
  return async () => ({
    language,
    declared: await parts.declared(),
    week: firstDay === undefined ? week : { ...week, firstDay },
    caller: client.caller,
    site: client.site,
    siteZone,
    dayTurn,
    now: now(),
    ask: (asked) => inside({ ...asked, ...client }),
  })
}

const english = { locale: new Intl.Locale('en-GB'), language: 'en' } as const

/** Codes of JSON-RPC, and what the protocol has for a resource that is not there. */
const [invalidParams, internalError, notFound] = [-32_602, -32_603, -32_002]

/** An error of the protocol: what is wrong with the message, rather than with what a tool was asked to do. */
function protocolError(code: number, sentence: string, data?: object): Error {
  return Object.assign(new Error(sentence), { code, ...(data ? { data } : {}) })
}

/** All there is comes at once: nothing here has given anybody a cursor. */
function assertFirst({ cursor }: Params): void {
  if (cursor !== undefined) throw protocolError(invalidParams, 'There is one page alone: send no cursor.')
}

function unread(error: unknown, uri: string, { failed }: McpParts): Error {
  try {
    return protocolError(notFound, sentenceOf(error), { uri })
  } catch (other) {
    return protocolError(internalError, failed(other))
  }
}

function instructionsOf({ siteName, siteZone, mode }: McpParts): string {
  const writing =
    mode === 'full' ? ' With a token or an application password, events can be created and changed.' : ''
  return `The calendar “${siteName}”: what is on, when and where. Dates are in the time zone ${siteZone.name} unless an event has another one.${writing} ${notice}`
}

function shown({ name, title, description, output, writes }: Tool, input: JsonSchema) {
  return {
    name,
    title,
    description,
    inputSchema: input as { type: 'object' },
    // Schemas are JSON.
    outputSchema: JSON.parse(JSON.stringify(output)) as { type: 'object' },
    annotations: {
      title,
      readOnlyHint: !writes || name === 'find_similar_events',
      destructiveHint: name === 'update_event' || name === 'cancel_event',
      openWorldHint: false,
    },
  }
}

function textOf({ text }: Told) {
  return { type: 'text' as const, text }
}

function refused(sentence: string) {
  return { content: [{ type: 'text' as const, text: sentence }], isError: true }
}

function unknownTool(name: string, mode: McpMode, offered: readonly Tool[]): string {
  if (mode === 'read' && tools.some((one) => one.name === name))
    return `${name} is not offered here: assistants may only read this calendar.`
  return `Unknown tool: ${name.slice(0, 60)}. There are ${offered.map((one) => one.name).join(', ')}.`
}
